package dev.box.lab.world;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What answers in the lab's world: TCP and UDP echo on each given address, HTTP on the router's side, a {@link Reflector}
 * on the LAN's. Runs as a process of its own: {@code inet|lan <ready-file> <address>...}; the ready file appears once
 * everything listens.
 */
public final class WorldServer {

    private static final int IDLE_MILLIS = 60_000;
    private static final String TEXT = "the lab's internet\n";
    private static final byte[] PAGE = ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n"
                    + "Content-Length: " + TEXT.length() + "\r\n\r\n" + TEXT)
            .getBytes(StandardCharsets.US_ASCII);

    private final List<Thread> threads = new ArrayList<>();

    private interface Conversation {
        void hold(Socket client) throws IOException;
    }

    private WorldServer() {}

    static void main(String[] arguments) throws IOException, InterruptedException {
        WorldServer server = new WorldServer();
        List<String> addresses = Arrays.asList(arguments).subList(2, arguments.length);
        for (String address : addresses) {
            server.echo(InetAddress.ofLiteral(address), WorldPlan.ECHO_PORT);
        }
        if (arguments[0].equals("lan")) {
            Reflector.start(
                    new InetSocketAddress(InetAddress.ofLiteral(addresses.getFirst()), WorldPlan.REFLECTOR_PORT));
        } else {
            server.listen(new InetSocketAddress(WorldPlan.HTTP_PORT), WorldServer::page);
        }
        Files.writeString(Path.of(arguments[1]), "listening\n");
        for (Thread thread : server.threads) {
            thread.join();
        }
    }

    /** One socket per address: an answer must leave from the address that was asked. */
    private void echo(InetAddress address, int port) throws IOException {
        InetSocketAddress local = new InetSocketAddress(address, port);
        listen(local, WorldServer::repeat);
        DatagramChannel channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        channel.bind(local);
        threads.add(Thread.ofPlatform().start(() -> echoDatagrams(channel)));
    }

    private void listen(InetSocketAddress address, Conversation conversation) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(address);
        threads.add(Thread.ofPlatform().start(() -> accept(listener, conversation)));
    }

    private static void accept(ServerSocket listener, Conversation conversation) {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> hold(client, conversation));
            } catch (IOException e) {
                // a client that was gone before it was accepted
            }
        }
    }

    private static void hold(Socket client, Conversation conversation) {
        try (client) {
            client.setSoTimeout(IDLE_MILLIS);
            conversation.hold(client);
        } catch (IOException e) {
            // the client went away or fell silent
        }
    }

    private static void repeat(Socket client) throws IOException {
        client.getInputStream().transferTo(client.getOutputStream());
    }

    private static void page(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = client.getOutputStream();
        int lineEnds = 0;
        for (int c = in.read(); c >= 0 && lineEnds < 2; c = lineEnds < 2 ? in.read() : -1) {
            lineEnds = c == '\n' ? lineEnds + 1 : c == '\r' ? lineEnds : 0;
        }
        out.write(PAGE);
    }

    private static void echoDatagrams(DatagramChannel channel) {
        ByteBuffer buffer = ByteBuffer.allocate(2048);
        while (channel.isOpen()) {
            try {
                buffer.clear();
                var sender = channel.receive(buffer);
                buffer.flip();
                channel.send(buffer, sender);
            } catch (IOException e) {
                // an answer that could not be sent is the sender's to notice
            }
        }
    }
}
