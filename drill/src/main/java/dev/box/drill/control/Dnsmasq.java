package dev.box.drill.control;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.core.net.DnsmasqFacts;
import dev.box.incus.Deadline;
import java.time.Duration;
import java.util.Optional;

/** Whether a process really serves the boxes' network: what the daemon says of it is a claim. */
public final class Dnsmasq {

    /** How long a network key's change may keep dnsmasq away (measured: a few seconds). */
    public static final Duration RESTART_WINDOW = Duration.ofSeconds(30);

    private static final Duration BETWEEN = Duration.ofMillis(500);

    private Dnsmasq() {}

    /** As it is now. */
    public static Check check(Host host, Deadline deadline) {
        Optional<Cidr> gateway = host.kernel().addressOf(HostNames.NETWORK, deadline);
        if (gateway.isEmpty()) {
            return of(
                    false, "there is no interface " + HostNames.NETWORK + " with an address; run: sudo box setup-host");
        }
        DnsmasqFacts facts = host.kernel().dnsmasq(HostNames.NETWORK, gateway.get(), deadline);
        if (facts.serving()) {
            return of(true, "process " + facts.pid() + " holds the DNS and DHCP sockets");
        }
        String missing = facts.dns() ? "DHCP socket" : facts.dhcp() ? "DNS socket" : "DNS or DHCP socket";
        return of(false, "no process holds a " + missing + " of " + HostNames.NETWORK + "; run: sudo box setup-host");
    }

    /** The same, given the time that a restart may take. */
    public static Check await(Host host, Deadline deadline) {
        Deadline window = deadline.within(RESTART_WINDOW);
        Check check = check(host, deadline);
        while (!check.green() && !window.expired()) {
            try {
                Thread.sleep(BETWEEN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BoxFailure.Interrupted("waiting for dnsmasq on " + HostNames.NETWORK, "");
            }
            check = check(host, deadline);
        }
        return check;
    }

    private static Check of(boolean green, String evidence) {
        return Check.phaseWide("dnsmasq", "a process serves DNS and DHCP on " + HostNames.NETWORK, green, evidence, 0);
    }
}
