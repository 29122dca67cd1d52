package dev.box.core.mint;

import dev.box.core.box.BoxName;
import dev.box.core.template.Resources;

/**
 * A box to mint.
 *
 * @param name of the box
 * @param template name of its template
 * @param mode what kind of instance
 * @param resources what was asked for on the command line; unset where nothing was
 * @param cold whether to leave warm bases alone: neither start from one nor make one
 * @param expires when its time is up, UTC, ISO 8601; empty for never
 */
public record MintRequest(BoxName name, String template, Mode mode, Resources resources, boolean cold, String expires) {

    /** From a warm base if there is one, for as long as it is wanted. */
    public MintRequest(BoxName name, String template, Mode mode, Resources resources) {
        this(name, template, mode, resources, false, "");
    }

    /** The template that is minted when none is named. */
    public static final String DEFAULT_TEMPLATE = "blank";

    /** With defaults for all but the name. */
    public static MintRequest of(BoxName name) {
        return new MintRequest(name, DEFAULT_TEMPLATE, Mode.AUTO, Resources.UNSET);
    }
}
