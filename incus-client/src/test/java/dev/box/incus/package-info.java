/** Tests tagged {@code lab} talk to a real daemon named by BOX_TEST_INCUS_SOCKET; all others bring their own sockets. */
@NullMarked
package dev.box.incus;

import org.jspecify.annotations.NullMarked;
