package dev.box.core.image;

import dev.box.incus.Images;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What an image is started as: all in which the two kinds of one Debian differ. */
public enum ImageType {
    CONTAINER(
            "container",
            "",
            "debian-13-cloud-metadata.tar.gz",
            "debian-13-cloud-rootfs.squashfs",
            "container-hook.sh",
            "nocloud-net",
            "version: 2\\nethernets:\\n  eth0: {dhcp4: true}\\n",
            List.of(),
            Map.of("tar2sqfs", "squashfs-tools-ng")),
    /**
     * The agent of a VM reboots it whenever it has written a seed where cloud-init looks for one of a network; here it is
     * written before cloud-init looks, so it goes where nobody reboots for it. And not Debian's kernel for clouds, which
     * has no 9p, the only way in which Incus's agent gets its part.
     */
    VM(
            "virtual-machine",
            "/vm",
            "debian-13-cloud-vm-metadata.tar.gz",
            "debian-13-cloud-vm-disk.qcow2",
            "vm-hook.sh",
            "nocloud",
            "config: disabled",
            List.of(
                    linux(),
                    "initramfs-tools",
                    "zstd",
                    "systemd-boot",
                    "systemd-repart",
                    "e2fsprogs",
                    "logsave",
                    "incus-agent"),
            Map.of(
                    "mke2fs", "e2fsprogs",
                    "sfdisk", "fdisk",
                    "mkfs.vfat", "dosfstools",
                    "mcopy", "mtools",
                    "qemu-img", "qemu-utils"));

    private final String instanceType;
    private final String aliasEnd;
    private final String metadata;
    private final String root;
    private final String hook;
    private final String seed;
    private final String network;
    private final List<String> packages;
    private final Map<String, String> tools;

    ImageType(
            String instanceType,
            String aliasEnd,
            String metadata,
            String root,
            String hook,
            String seed,
            String network,
            List<String> packages,
            Map<String, String> tools) {
        this.instanceType = instanceType;
        this.aliasEnd = aliasEnd;
        this.metadata = metadata;
        this.root = root;
        this.hook = hook;
        this.seed = seed;
        this.network = network;
        this.packages = packages;
        this.tools = tools;
    }

    private static String linux() {
        return arm() ? "linux-image-arm64" : "linux-image-amd64";
    }

    static boolean arm() {
        return System.getProperty("os.arch", "").equals("aarch64");
    }

    /** Of an image whose second file is this one, as the daemon is told it. */
    public static ImageType ofRoot(Path root) {
        return Images.isDisk(root) ? VM : CONTAINER;
    }

    /** The type with the daemon's word {@code instanceType}. */
    static ImageType of(String instanceType) {
        return instanceType.equals(VM.instanceType) ? VM : CONTAINER;
    }

    /** The daemon's word for it. */
    public String instanceType() {
        return instanceType;
    }

    /** What its aliases end in; one per type, since the daemon's aliases are not. */
    String aliasEnd() {
        return aliasEnd;
    }

    /** Name of the file that {@link ImageBuilder} makes of its metadata. */
    public String metadata() {
        return metadata;
    }

    /** Name of the file that {@link ImageBuilder} makes of its root file system. */
    public String root() {
        return root;
    }

    /** The resource that prepares its tree. */
    String hook() {
        return hook;
    }

    /** Where cloud-init finds its seed, under {@code /var/lib/cloud/seed}. */
    String seed() {
        return seed;
    }

    /** What cloud-init makes of the network where the instance's keys say nothing, as in a YAML string. */
    String network() {
        return network;
    }

    /** What it needs beside what both have. */
    List<String> packages() {
        return packages;
    }

    /** The machine's programs that pack it, with their packages. */
    Map<String, String> tools() {
        return tools;
    }
}
