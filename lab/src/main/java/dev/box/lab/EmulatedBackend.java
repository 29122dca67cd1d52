package dev.box.lab;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.machine.LabProcess;
import dev.box.lab.machine.Namespaces;
import dev.box.lab.machine.Resource;
import dev.box.lab.world.World;
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A whole machine under software emulation, with Debian's own kernel. Its one network card is a tap in the host's network
 * namespace, bridged to the lab's LAN; it is entered through ssh from the lab's router.
 */
record EmulatedBackend(HostSite host, MachineKind kind) implements Backend {

    /** The disk that it starts from, and the image for its VMs. */
    private static final String LAYERS = "layers";

    private static final String DISK = "disk.qcow2";
    private static final String KEY = "key";

    /** Of shared directories: how they are named to the machine. */
    private static final List<String> OWN_TAGS = List.of("repo", "img", "box");

    private static final String ENTER = """
            t=-T
            [ ! -t 0 ] || [ ! -t 1 ] || t=-tt
            exec nsenter "$1" --pid --mount "$2" ssh -F none -q $t -i "$3" -o ControlPath="$4" \
              -o BatchMode=yes -o IdentitiesOnly=yes -o ConnectTimeout=20 -o StrictHostKeyChecking=no \
              -o UserKnownHostsFile=/dev/null -o ControlMaster=auto -o ControlPersist=yes "root@$5" "$6\"""";

    @Override
    public void prepare(Artifacts.Ready artifacts, List<Path> shared) throws IOException {
        Path directory = host.directory();
        Path seed = directory.resolve("seed");
        Files.createDirectories(seed.resolve("etc-box"));
        Path machine = artifacts.machine().orElseThrow();
        List<Path> layers = new ArrayList<>(List.of(machine));
        artifacts.vmImages().ifPresent(layers::add);
        Files.write(
                directory.resolve(LAYERS), layers.stream().map(Path::toString).toList());
        host.bind(artifacts, shared);
        for (Map.Entry<String, String> file : host.settings().entrySet()) {
            Files.writeString(seed.resolve("etc-box").resolve(file.getKey()), file.getValue());
        }
        if (!Files.exists(directory.resolve(DISK))) {
            made(
                    "qemu-img",
                    "create",
                    "-q",
                    "-f",
                    "qcow2",
                    "-F",
                    "raw",
                    "-b",
                    machine.resolve("root.img").toString(),
                    directory.resolve(DISK).toString());
            made(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-C",
                    host.namespace(),
                    "-f",
                    directory.resolve(KEY).toString());
        }
        Files.writeString(seed.resolve("authorized_keys"), Files.readString(directory.resolve(KEY + ".pub")));
        Files.writeString(seed.resolve("setup.sh"), variables() + Resource.text("emulated-setup.sh"));
    }

    private boolean vms() {
        return kind == MachineKind.EMULATED_VM;
    }

    private void made(String... argv) {
        Subprocess.of(argv)
                .orFail("preparing an emulated machine", host.lab().name().command("down"), Deadline.seconds(60));
    }

    private String variables() {
        List<String> octal = new ArrayList<>();
        for (String directory : host.shared()) {
            octal.add(escaped(directory));
        }
        return "NAME=" + host.name() + "\nADDRESS=" + host.address() + "/" + WorldPlan.PREFIX + "\nROUTER="
                + WorldPlan.ROUTER + "\nSHARED='" + String.join(" ", octal) + "'\nVMS=" + (vms() ? "yes" : "") + "\n";
    }

    /** As {@code printf %b} reads it, so that it may hold spaces. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (byte b : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            out.append("\\0").append(Integer.toOctalString(b & 0xff));
        }
        return out.toString();
    }

    @Override
    public void plug(Deadline deadline) {
        host.world().connect(host.name(), deadline);
        new Namespaces(host.lab().name())
                .batch(
                        host.namespace(),
                        List.of(
                                "link add br0 type bridge stp_state 0 forward_delay 0",
                                "tuntap add dev tap0 mode tap",
                                "link set eth0 master br0 up",
                                "link set tap0 master br0 up",
                                "link set br0 up"),
                        deadline);
    }

    @Override
    public List<String> init() throws IOException {
        Path directory = host.directory();
        List<String> layers = Files.readAllLines(directory.resolve(LAYERS));
        Path machine = Path.of(layers.getFirst());
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child=KILL",
                "qemu-system-x86_64",
                "-accel",
                "tcg,thread=multi",
                "-cpu",
                "max",
                "-smp",
                "2",
                "-m",
                vms() ? "8192" : "4096",
                "-nodefaults",
                "-no-user-config",
                "-no-reboot",
                "-display",
                "none",
                "-serial",
                "stdio",
                "-device",
                "virtio-rng-pci",
                "-kernel",
                machine.resolve("vmlinuz").toString(),
                "-initrd",
                machine.resolve("initrd.img").toString(),
                "-append",
                "root=/dev/vda rw console=ttyS0 net.ifnames=0 quiet mitigations=off boxlab.host=1",
                "-drive",
                "if=virtio,format=qcow2,cache=unsafe,file="
                        + directory.resolve(DISK).toString().replace(",", ",,"),
                "-netdev",
                "tap,id=lan,ifname=tap0,script=no,downscript=no",
                "-device",
                "virtio-net-pci,netdev=lan,mac=52:54:00:77:00:0" + host.number()));
        share(argv, "lab", directory.resolve("seed").toString(), true);
        if (vms()) {
            share(argv, "img-vm", layers.getLast(), true);
        }
        List<String> binds = host.binds();
        for (int i = 0; i < binds.size(); i++) {
            boolean own = i < OWN_TAGS.size();
            share(argv, own ? OWN_TAGS.get(i) : "shared" + (i - OWN_TAGS.size()), binds.get(i), own);
        }
        return argv;
    }

    private static void share(List<String> argv, String tag, String path, boolean readOnly) {
        argv.add("-virtfs");
        argv.add("local,mount_tag=" + tag + ",security_model=none,multidevs=remap,path=" + path.replace(",", ",,")
                + (readOnly ? ",readonly=on" : ""));
    }

    @Override
    public List<String> command(LabProcess init, List<String> argv) {
        List<String> words = new ArrayList<>(List.of("env", "-i", "--chdir=/root"));
        words.addAll(host.environment());
        words.addAll(argv);
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            line.append('\'').append(word.replace("'", "'\\''")).append("' ");
        }
        return List.of(
                "sh",
                "-c",
                ENTER,
                "box",
                "--target=" + init.pid(),
                "--net=" + Namespaces.file(host.lab().name().part(World.INTERNET)),
                host.directory().resolve(KEY).toString(),
                host.directory().resolve("ssh").toString(),
                host.address(),
                line.toString());
    }

    /** The machine has done it by itself, early in its boot. */
    @Override
    public void share(LabProcess init, Deadline deadline) {}
}
