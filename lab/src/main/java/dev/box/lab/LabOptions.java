package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.lab.artifact.HostRelease;
import dev.box.lab.world.WorldPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What {@code box lab up} is asked for.
 *
 * @param hosts how many machines under test, 1 to {@link WorldPlan#MOST_HOSTS}
 * @param release what Debian the hosts run; all but box's own are bare
 * @param machine what the machines are made of; for hosts that this call makes
 * @param bare leave Incus out of them, to see it installed
 * @param assumeYes install missing packages of this machine without asking
 * @param shared directories of this machine that the hosts see, writable, at the same place; for tests
 * @param packages Debian packages that the hosts can install beside the usual ones; for hosts that this call makes
 * @param mirrors whether the lab's internet has package mirrors, which its hosts' boxes use; for a lab that this call makes
 */
public record LabOptions(
        int hosts,
        HostRelease release,
        MachineKind machine,
        boolean bare,
        boolean assumeYes,
        List<Path> shared,
        List<String> packages,
        boolean mirrors) {

    /** Debian policy 5.6.7. */
    private static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]+");

    public LabOptions {
        if (hosts < 1 || hosts > WorldPlan.MOST_HOSTS) {
            throw new BoxFailure.Refused(
                    "bringing up a lab with " + hosts + " hosts",
                    "a lab has 1 to " + WorldPlan.MOST_HOSTS,
                    "for example --hosts 1");
        }
        if (machine.emulated() && release != HostRelease.DEBIAN_13) {
            throw new BoxFailure.Refused(
                    "bringing up an emulated machine with another Debian",
                    "it has Debian 13",
                    "leave --debian out, or --machine");
        }
        shared = shared.stream().map(LabOptions::existing).toList();
        packages = packages.stream()
                .map(LabOptions::packageName)
                .sorted()
                .distinct()
                .toList();
    }

    public LabOptions(int hosts, boolean bare, boolean assumeYes, List<Path> shared) {
        this(hosts, HostRelease.DEBIAN_13, MachineKind.NAMESPACES, bare, assumeYes, shared, List.of(), false);
    }

    public LabOptions(int hosts, boolean bare, boolean assumeYes) {
        this(hosts, bare, assumeYes, List.of());
    }

    /** One host with Incus installed, by one command on a bare machine. */
    public static LabOptions standard() {
        return new LabOptions(1, false, true);
    }

    private static String packageName(String name) {
        if (!PACKAGE.matcher(name).matches()) {
            throw new BoxFailure.Refused(
                    "bringing up a lab with package '" + name + "'",
                    "that is no name of a Debian package",
                    "for example --packages ufw,docker.io");
        }
        return name;
    }

    private static Path existing(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new BoxFailure.Refused(
                    "sharing " + directory + " with a lab",
                    "there is no such directory",
                    "make it first: mkdir -p " + directory);
        }
        return directory.toAbsolutePath().normalize();
    }
}
