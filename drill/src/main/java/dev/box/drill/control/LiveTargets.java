package dev.box.drill.control;

import dev.box.drill.contract.ProbeKind;
import dev.box.drill.plan.HostAddress;
import dev.box.drill.plan.LiveTarget;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.SplitName;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.Answer;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.HostDns;
import dev.box.drill.probe.LanProber;
import dev.box.drill.probe.Probers;
import dev.box.drill.verdict.Sender;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Shows that what a box must not reach answers somebody who may: a dead target is silent for everyone. */
public final class LiveTargets {

    private final Situation situation;
    private final Probers probers;
    private final Tokens tokens;

    public LiveTargets(Situation situation, Probers probers, Tokens tokens) {
        this.situation = situation;
        this.probers = probers;
        this.tokens = tokens;
    }

    /** All at once. */
    public List<Check> check(Deadline deadline) {
        List<Callable<Check>> work = new ArrayList<>();
        for (LiveTarget target : situation.targets()) {
            work.add(() -> target(target, deadline));
        }
        for (HostAddress host : situation.hostAddresses()) {
            work.add(() -> host(host, deadline));
        }
        LanProber lan = probers.lan();
        if (lan != null) {
            work.add(() -> lan(lan, deadline));
        }
        SplitName vpn = situation.vpnName();
        if (vpn != null) {
            work.add(() -> vpn(vpn, deadline));
        }
        return AtOnce.all("checking that the targets are alive", work);
    }

    private Check target(LiveTarget target, Deadline deadline) {
        Answer tcp = probe(ProbeKind.TCP, target.address(), target.tcpPort(), deadline);
        Answer udp = probe(ProbeKind.UDP, target.address(), target.udpPort(), deadline);
        Answer icmp = probe(ProbeKind.ICMP, target.address(), 0, deadline);
        boolean green = reached(tcp) && reached(udp) && reached(icmp);
        return Check.ofCells(
                "alive.target." + target.address(),
                "the target in " + target.range() + " answers the host",
                green,
                "from the host: TCP " + said(tcp) + ", UDP " + said(udp) + ", ICMP " + said(icmp),
                tcp.elapsedMillis() + udp.elapsedMillis() + icmp.elapsedMillis());
    }

    private Check host(HostAddress host, Deadline deadline) {
        Answer tcp = probe(ProbeKind.TCP, host.address(), situation.servedPort(), deadline);
        Answer udp = probe(ProbeKind.UDP, host.address(), situation.servedPort(), deadline);
        return Check.ofCells(
                "alive.host." + host.address(),
                "the host's own port answers on the host",
                reached(tcp) && reached(udp),
                "port " + situation.servedPort() + " on " + host.device() + ": TCP " + said(tcp) + ", UDP " + said(udp),
                tcp.elapsedMillis() + udp.elapsedMillis());
    }

    /**
     * The LAN host can reach this host: else its silence towards a box would only mean that the LAN is broken. A firewall of
     * the host's own may keep strangers from the drill's port; an echo it lets in shows the same.
     */
    private Check lan(LanProber lan, Deadline deadline) {
        List<String> said = new ArrayList<>();
        boolean green = false;
        for (HostAddress host : situation.hostAddresses()) {
            if (situation.uplinks().contains(host.device())) {
                Answer tcp = lan.probe(ProbeKind.TCP, host.address(), situation.servedPort(), deadline);
                Answer icmp = lan.probe(ProbeKind.ICMP, host.address(), 0, deadline);
                green |= reached(tcp) || reached(icmp);
                said.add(host.address() + " TCP " + said(tcp) + ", ICMP " + said(icmp));
            }
        }
        return Check.ofCells(
                "alive.lan",
                "the LAN host reaches this host",
                green,
                "from the LAN host: " + String.join(", ", said),
                0);
    }

    private static Check vpn(SplitName vpn, Deadline deadline) {
        Answer answer = HostDns.ask(vpn.name(), vpn.resolver(), deadline);
        return Check.ofCells(
                "alive.vpn-name",
                "the VPN's resolver answers the host for " + vpn.name(),
                reached(answer),
                vpn.resolver() + " " + said(answer),
                answer.elapsedMillis());
    }

    private Answer probe(ProbeKind kind, String address, int port, Deadline deadline) {
        return probers.host().probe(kind, address, port, tokens.take(), deadline);
    }

    private static boolean reached(Answer answer) {
        return answer.sender() == Sender.REACHED;
    }

    private static String said(Answer answer) {
        return answer.sender() == Sender.REACHED ? "answers" : answer.sender().words() + " (" + answer.text() + ")";
    }
}
