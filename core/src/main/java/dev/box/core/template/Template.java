package dev.box.core.template;

import java.util.Optional;

/**
 * What a box is minted from. There is no field for a network or a security flag, on purpose.
 *
 * @param name its directory's name
 * @param origin where it was found
 * @param description one line for people; untrusted when printed
 * @param image e.g. {@code images:debian/13/cloud}
 * @param user whom exec and shell enter as
 * @param resources what it asks for; may be partly or wholly unset
 * @param requiresVm whether a container must not be used for it
 * @param autostart whether its boxes start with the host
 * @param loginHint one line shown when a box is ready; may be empty
 * @param verify a command that must succeed as the user; may be empty
 * @param userData cloud-init's user-data, verbatim
 * @param provision a script to run once as root after cloud-init
 * @param agentContext text for the template's agent
 */
public record Template(
        String name,
        Origin origin,
        String description,
        String image,
        String user,
        Resources resources,
        boolean requiresVm,
        boolean autostart,
        String loginHint,
        String verify,
        String userData,
        Optional<String> provision,
        Optional<String> agentContext) {

    /** Where a template was found; the first of these that holds a name wins. */
    public enum Origin {
        /** The user's configuration directory. */
        USER("user"),
        /** {@code /etc/box/templates}. */
        HOST("host"),
        /** Part of box. */
        SHIPPED("shipped");

        private final String word;

        Origin(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
