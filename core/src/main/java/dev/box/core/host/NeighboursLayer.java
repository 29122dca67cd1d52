package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.Cidr;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * Carve-outs for boxes in the host's other firewalls: without them a box gets no address, no names or no way out,
 * because a drop of theirs is final whatever Incus accepts. They let a box reach nothing that box's own rules forbid.
 */
public final class NeighboursLayer extends Layer<NeighboursLayer.Neighbours> {

    private final BoxnetPlan plan;
    private final Neighbour ufw;
    private final Neighbour firewalld;
    private final List<Neighbour> all;

    NeighboursLayer(Host host, BoxnetPlan plan) {
        super(host);
        this.plan = plan;
        this.ufw = new UfwNeighbour(host.machine());
        this.firewalld = new FirewalldNeighbour(host.machine());
        this.all = List.of(ufw, firewalld, new DockerNeighbour(host.machine()));
    }

    /**
     * One that filters now.
     *
     * @param present box's own carve-outs
     * @param wanted those that boxes need
     */
    public record Seen(String name, List<String> present, List<String> wanted) {
        public Seen {
            present = List.copyOf(present);
            wanted = List.copyOf(wanted);
        }
    }

    /** Those that filter now. */
    public record Neighbours(List<Seen> seen, Cidr gateway) {
        public Neighbours {
            seen = List.copyOf(seen);
        }

        boolean has(Neighbour neighbour) {
            return seen.stream().anyMatch(one -> one.name().equals(neighbour.name()));
        }
    }

    @Override
    public String id() {
        return "neighbours";
    }

    @Override
    public String title() {
        return "carve-outs in other firewalls";
    }

    @Override
    void precheck(Deadline deadline) {
        if (ufw.active(deadline) && firewalld.active(deadline)) {
            throw new BoxFailure.Failed(
                    "making room for boxes in this host's firewall",
                    "UFW and firewalld are both active, and which of them is meant to be is not box's to guess; nothing was"
                            + " changed",
                    "switch one off, e.g. sudo ufw disable, or sudo systemctl disable --now firewalld; then run it again");
        }
    }

    @Override
    public Neighbours observe(Deadline deadline) {
        Cidr gateway = plan.get(deadline).gateway();
        List<Seen> seen = new ArrayList<>();
        for (Neighbour neighbour : all) {
            if (neighbour.active(deadline)) {
                seen.add(new Seen(neighbour.name(), neighbour.present(deadline), neighbour.wanted(gateway)));
            }
        }
        return new Neighbours(seen, gateway);
    }

    @Override
    public List<Change> diff(Neighbours observed) {
        List<Change> changes = new ArrayList<>();
        if (observed.has(ufw) && observed.has(firewalld)) {
            changes.add(change("UFW and firewalld", "both active", "one of them"));
            return changes;
        }
        for (Seen seen : observed.seen()) {
            for (String rule : seen.wanted()) {
                if (!seen.present().contains(rule)) {
                    changes.add(change(seen.name(), Change.ABSENT, rule));
                }
            }
            for (String rule : seen.present()) {
                if (!seen.wanted().contains(rule)) {
                    changes.add(change(seen.name(), rule, Change.ABSENT));
                }
            }
        }
        return changes;
    }

    @Override
    protected void apply(Neighbours observed, List<Change> changes, Progress.Step step, Deadline deadline) {
        precheck(deadline);
        for (Neighbour neighbour : all) {
            for (Seen seen : observed.seen()) {
                if (seen.name().equals(neighbour.name()) && differs(seen)) {
                    step.update(neighbour.name());
                    neighbour.converge(observed.gateway(), seen.present(), deadline);
                }
            }
        }
    }

    private static boolean differs(Seen seen) {
        return !seen.present().containsAll(seen.wanted()) || !seen.wanted().containsAll(seen.present());
    }

    @Override
    public void remove(Deadline deadline) {
        for (Neighbour neighbour : all) {
            neighbour.remove(deadline);
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        for (Neighbour neighbour : all) {
            found.addAll(neighbour.artefacts(deadline));
        }
        return found;
    }
}
