/**
 * What can be minted: template directories, parsed against an allowlist and never run on the host. Uses settings,
 * failure and text; knows nothing of the daemon.
 */
@NullMarked
package dev.box.core.template;

import org.jspecify.annotations.NullMarked;
