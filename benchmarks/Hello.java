/** The floor of every Java start-up, measured beside box. */
public final class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}
