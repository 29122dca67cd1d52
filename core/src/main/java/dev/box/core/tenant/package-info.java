/**
 * Several people on one host: who this process is to the daemon, and what gives an account a project of its own on boxnet
 * and takes it away again. Uses box, template, host, process, net, wait, settings, failure, progress, text and the client of the
 * daemon.
 */
@NullMarked
package dev.box.core.tenant;

import org.jspecify.annotations.NullMarked;
