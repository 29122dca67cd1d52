package dev.box.core.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Which packages of this machine are missing, told by the programs that they provide, and the command that installs them. */
public final class MachinePackages {

    private static final List<String> DIRECTORIES =
            List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

    private MachinePackages() {}

    /** The packages, sorted, whose program stands in none of the usual directories. */
    public static List<String> missing(Map<String, String> packageOfProgram) {
        TreeSet<String> missing = new TreeSet<>();
        packageOfProgram.forEach((program, name) -> {
            if (!stands(program)) {
                missing.add(name);
            }
        });
        return new ArrayList<>(missing);
    }

    /** Debian's package of a program that box runs on any host; empty for any other program. */
    public static String of(String program) {
        return switch (program) {
            case "nft" -> "nftables";
            case "dnsmasq" -> "dnsmasq-base";
            case "mkfs.btrfs" -> "btrfs-progs";
            case "ip", "bridge", "ss" -> "iproute2";
            case "unshare", "nsenter" -> "util-linux";
            case "incus" -> "incus-client";
            default -> "";
        };
    }

    /** What to type for a program that is not there. */
    static String install(String program) {
        String name = of(program);
        return name.isEmpty() ? "install the package that provides '" + program + "'" : installCommand(List.of(name));
    }

    /** One line to type. */
    public static String installCommand(List<String> packages) {
        return "sudo apt-get install --no-install-recommends " + String.join(" ", packages);
    }

    private static boolean stands(String program) {
        for (String directory : DIRECTORIES) {
            if (Files.isExecutable(Path.of(directory, program))) {
                return true;
            }
        }
        return false;
    }
}
