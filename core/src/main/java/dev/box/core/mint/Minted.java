package dev.box.core.mint;

import java.util.List;

/**
 * A box that is ready.
 *
 * @param name of the box
 * @param address its own, dotted IPv4, as its kernel holds it
 * @param mode what it became, never {@link Mode#AUTO}
 * @param template what it was minted from
 * @param user whom exec and shell enter as
 * @param marks that this run took, in order; only these may be offered for a rollback
 * @param loginHint the template's; may be empty; untrusted when printed
 */
public record Minted(
        String name, String address, Mode mode, String template, String user, List<String> marks, String loginHint) {}
