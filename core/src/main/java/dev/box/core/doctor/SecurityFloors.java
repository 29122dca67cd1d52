package dev.box.core.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * Holes of Incus that matter to boxes, where upstream closed them, and what is known of the distributions that ship older
 * versions with fixes put in.
 */
final class SecurityFloors {

    /**
     * One hole.
     *
     * @param cve its number
     * @param what it lets one do
     * @param since first affected upstream version; empty for all before the fix
     * @param lts fixed in this 6.0.x; empty if no such release is known to box
     * @param feature fixed in this 6.x or later; empty if unknown to box
     * @param debian13 revision N of Debian 13's package 6.0.4-2+deb13uN that has the fix, read in its changelog; 0 if its
     *     version never had the hole
     */
    record Hole(String cve, String what, String since, String lts, String feature, int debian13) {}

    /** Sources: Incus's advisories and release notes; changelog of Debian 13's package, read up to 6.0.4-2+deb13u12. */
    static final List<Hole> HOLES = List.of(
            new Hole("CVE-2025-52889", "ACL rules let a NIC past its IPv4 filter", "6.12", "", "6.14", 0),
            new Hole("CVE-2025-52890", "ACL rules let a NIC past its MAC filter", "6.12", "", "6.14", 0),
            new Hole("CVE-2025-64507", "root on the host through a custom volume", "", "6.0.6", "6.19", 2),
            new Hole("CVE-2026-23953", "configuration injected through environment keys", "", "6.0.6", "6.21", 4),
            new Hole("CVE-2026-23954", "host files read or written through image templates", "", "6.0.6", "6.21", 4),
            new Hole("CVE-2026-48751", "snapshot restore past a project's restrictions", "", "", "", 8),
            new Hole("CVE-2026-48752", "host files through symlinks in an imported backup", "", "", "", 8),
            new Hole("CVE-2026-55621", "a copy across projects past their restrictions", "", "", "", 8),
            new Hole("CVE-2026-55622", "a copy across projects past their restrictions", "", "", "", 8));

    private static final String DEBIAN_13 = "+deb13u";
    private static final List<String> DISTRIBUTIONS = List.of("+deb", "~bpo", "ubuntu");

    private static final String UPGRADE = "sudo apt-get update && sudo apt-get install --only-upgrade incus-base";

    private SecurityFloors() {}

    /** Whether a hole is open, as far as can be told. */
    private enum State {
        CLOSED,
        OPEN,
        UNKNOWN
    }

    static Result judge(Reading.VersionFacts facts) {
        List<String> open = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Hole hole : HOLES) {
            switch (state(hole, facts)) {
                case CLOSED -> {}
                case OPEN -> open.add(hole.cve() + " (" + hole.what() + ")");
                case UNKNOWN -> unknown.add(hole.cve());
            }
        }
        String version = "Incus " + facts.daemon()
                + (facts.packageVersion().isEmpty() ? " (of no package)" : " (package " + facts.packageVersion() + ")");
        if (!open.isEmpty()) {
            return Result.dirty(version + " has known holes: " + String.join(", ", open), UPGRADE);
        }
        if (!unknown.isEmpty()) {
            return Result.info(
                    version + ": whether these are closed in it is not known to this box: "
                            + String.join(", ", unknown),
                    "see the package's changelog: apt-get changelog incus");
        }
        return Result.ok(version + ": closed in it are all " + HOLES.size() + " holes that this box knows");
    }

    private static State state(Hole hole, Reading.VersionFacts facts) {
        if (facts.namedInChangelog().contains(hole.cve()) || closedUpstream(hole, facts.daemon())) {
            return State.CLOSED;
        }
        int debian = debian13(facts.packageVersion());
        if (debian >= 0) {
            return debian >= hole.debian13() ? State.CLOSED : State.OPEN;
        }
        boolean patched = DISTRIBUTIONS.stream().anyMatch(facts.packageVersion()::contains);
        boolean floorKnown = !hole.feature().isEmpty();
        return patched || !floorKnown ? State.UNKNOWN : State.OPEN;
    }

    private static boolean closedUpstream(Hole hole, String version) {
        if (!hole.since().isEmpty() && compare(version, hole.since()) < 0) {
            return true;
        }
        boolean ltsLine = version.startsWith("6.0.") || version.equals("6.0");
        String floor = ltsLine ? hole.lts() : hole.feature();
        return !floor.isEmpty() && compare(version, floor) >= 0;
    }

    /** N of {@code 6.0.4-2+deb13uN}; 0 for {@code 6.0.4-2} itself; -1 for any other package. */
    static int debian13(String version) {
        String bare = version.substring(version.indexOf(':') + 1);
        if (bare.equals("6.0.4-2")) {
            return 0;
        }
        return bare.startsWith("6.0.4-2" + DEBIAN_13) ? number(bare.substring(("6.0.4-2" + DEBIAN_13).length())) : -1;
    }

    /** By numbers, part by part; a missing part is 0. */
    static int compare(String a, String b) {
        String[] left = a.split("\\.", -1);
        String[] right = b.split("\\.", -1);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = Integer.compare(i < left.length ? number(left[i]) : 0, i < right.length ? number(right[i]) : 0);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int number(String text) {
        int value = 0;
        for (int i = 0; i < text.length() && i < 6 && Character.isDigit(text.charAt(i)); i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }
}
