package dev.box.core.net;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import java.util.Optional;

/** Chooses boxnet's subnet: what exists stays, what was asked for is honoured or refused, else the first that is free. */
public final class SubnetChoice {

    public static final Cidr DEFAULT = Cidr.of("10.88.0.0/24");

    private static final int LAST_SECOND_OCTET = 127;
    private static final List<Cidr> PRIVATE =
            List.of(Cidr.of("10.0.0.0/8"), Cidr.of("172.16.0.0/12"), Cidr.of("192.168.0.0/16"));

    private SubnetChoice() {}

    /**
     * @param existing boxnet's present gateway address with its prefix, if boxnet exists
     * @param wanted the value of {@code BOX_SUBNET}, or empty
     * @param claims what everything but boxnet uses
     * @throws BoxFailure.Refused if what was asked for cannot be had
     * @throws BoxFailure.Failed if boxnet itself sits on space that something else uses, or nothing is free
     */
    public static SubnetPlan choose(Optional<Cidr> existing, String wanted, List<Claim> claims) {
        if (existing.isPresent()) {
            return keep(existing.get(), wanted, claims);
        }
        if (!wanted.isEmpty()) {
            return honour(wanted, claims);
        }
        Optional<Claim> taken = overlapping(DEFAULT, claims);
        if (taken.isEmpty()) {
            return plan(DEFAULT, "");
        }
        for (int second = 89; second <= LAST_SECOND_OCTET; second++) {
            Cidr candidate = new Cidr(10 << 24 | second << 16, 24);
            if (overlapping(candidate, claims).isEmpty()) {
                return plan(
                        candidate, DEFAULT + " is taken by " + describe(taken.get()) + ": boxnet gets " + candidate);
            }
        }
        throw new BoxFailure.Failed(
                "choosing a subnet for boxnet",
                "every /24 from 10.88.0.0 to 10.127.0.0 is taken, the default by " + describe(taken.get()),
                "name a free private one: BOX_SUBNET=192.168.250.0/24 box setup-host");
    }

    private static SubnetPlan keep(Cidr gateway, String wanted, List<Claim> claims) {
        Cidr subnet = gateway.network();
        if (!wanted.isEmpty() && !Cidr.parse(wanted).equals(Optional.of(subnet))) {
            throw new BoxFailure.Refused(
                    "setting up boxnet on " + wanted,
                    "boxnet exists on " + subnet + " and is never re-addressed",
                    "unset BOX_SUBNET, or remove the stack first: box teardown-host");
        }
        Optional<Claim> taken = overlapping(subnet, claims);
        if (taken.isPresent()) {
            throw new BoxFailure.Failed(
                    "checking boxnet's subnet " + subnet,
                    "it is also used by " + describe(taken.get()) + ", so boxes and that network cut each other off",
                    "box teardown-host, then box setup-host (it picks a free subnet)");
        }
        return new SubnetPlan(subnet, gateway, "");
    }

    private static SubnetPlan honour(String wanted, List<Claim> claims) {
        Optional<Cidr> subnet = Cidr.parse(wanted);
        if (subnet.isEmpty()
                || subnet.get().prefix() != 24
                || !subnet.get().equals(subnet.get().network())) {
            throw refused(wanted, "it is not of the form a.b.c.0/24");
        }
        if (PRIVATE.stream().noneMatch(range -> range.contains(subnet.get()))) {
            throw refused(wanted, "it is not private space (10/8, 172.16/12, 192.168/16)");
        }
        Optional<Claim> taken = overlapping(subnet.get(), claims);
        if (taken.isPresent()) {
            throw refused(wanted, "it overlaps " + describe(taken.get()));
        }
        return plan(subnet.get(), "");
    }

    private static BoxFailure refused(String wanted, String why) {
        return new BoxFailure.Refused(
                "setting up boxnet on BOX_SUBNET=" + wanted, why, "name another one, or unset it to let box choose");
    }

    /** What uses any address of the subnet. */
    static Optional<Claim> overlapping(Cidr subnet, List<Claim> claims) {
        for (Claim claim : claims) {
            if (claim.space().overlaps(subnet)) {
                return Optional.of(claim);
            }
        }
        return Optional.empty();
    }

    private static SubnetPlan plan(Cidr subnet, String note) {
        return new SubnetPlan(subnet, subnet.host(1), note);
    }

    private static String describe(Claim claim) {
        return claim.by() + " (" + claim.space() + ")";
    }
}
