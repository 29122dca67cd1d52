package dev.box.core.image;

/**
 * An image that is in the daemon's store.
 *
 * @param name as the template has it
 * @param fingerprint SHA-256, hex
 * @param source where it comes from
 */
public record ResolvedImage(String name, String fingerprint, Source source) {

    /** Where an image comes from. */
    public enum Source {
        /** An image server, now or earlier. */
        SERVER("image server"),
        /** {@code box image build} on this host. */
        BUILT("built here"),
        /** An alias that the operator made. */
        LOCAL("local alias");

        private final String word;

        Source(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
