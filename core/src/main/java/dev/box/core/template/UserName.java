package dev.box.core.template;

/** The rule for a guest's user name, as Debian's useradd has it. */
public final class UserName {

    private static final int LONGEST = 32;

    private UserName() {}

    public static boolean isValid(String name) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean always = c >= 'a' && c <= 'z' || c == '_';
            boolean later = c >= '0' && c <= '9' || c == '-';
            if (!always && !(later && i > 0)) {
                return false;
            }
        }
        return true;
    }
}
