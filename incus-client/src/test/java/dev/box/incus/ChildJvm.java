package dev.box.incus;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Other processes that tests need: a client that says nothing, and one that lists instances. */
final class ChildJvm {

    private ChildJvm() {}

    /** Connects to the socket, says so on stdout and stays silent until it is killed. */
    static Process silentClient(Path socket) throws IOException {
        Process process = new ProcessBuilder(
                        command(List.of(), System.getProperty("java.class.path"), "silent", socket))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() != 'c') {
            throw new IOException("the silent client did not connect");
        }
        return process;
    }

    /** Lists instances and prints what became of it. */
    static String list(List<String> prefix, List<String> jvmOptions, String classPath, Path socket) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(jvmOptions, classPath, "list", socket));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> command(List<String> jvmOptions, String classPath, String what, Path socket) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, ChildJvm.class.getName(), what, socket.toString()));
        return command;
    }

    /** A copy of the class path that every user may read. */
    static String publicClassPath(Path directory) throws IOException {
        List<String> copies = new ArrayList<>();
        int n = 0;
        for (String entry : System.getProperty("java.class.path").split(":", -1)) {
            Path source = Path.of(entry);
            Path target = directory.resolve(n++ + "-" + source.getFileName());
            if (entry.isEmpty() || !Files.exists(source)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(source)) {
                for (Path file : files.toList()) {
                    Files.copy(file, target.resolve(source.relativize(file).toString()));
                }
            }
            copies.add(target.toString());
        }
        return String.join(":", copies);
    }

    public static void main(String[] args) throws Exception {
        Path socket = Path.of(args[1]);
        if (args[0].equals("silent")) {
            try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                System.out.println("connected " + channel.isConnected());
                Thread.sleep(600_000);
            }
            return;
        }
        try (Incus incus = Incus.connect(Endpoint.of(socket))) {
            System.out.println(
                    "instances " + incus.instances().list(Deadline.seconds(10)).size());
        } catch (IncusException e) {
            System.out.println(e.getClass().getSimpleName() + " | " + e.answered() + " | " + e.advice());
        }
    }
}
