package dev.box.drill.probe;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A port of the host with a listener behind it, TCP and UDP, on every address: what a box must not reach. It echoes, so
 * that "reached" would mean data. Open only while a phase runs.
 */
public final class EchoPort implements AutoCloseable {

    private static final int TRIES = 20;
    private static final Duration LETTING_GO = Duration.ofSeconds(2);

    private final ServerSocket tcp;
    private final List<DatagramSocket> udp = new ArrayList<>();
    private final List<Thread> servers = new ArrayList<>();

    private EchoPort(ServerSocket tcp, DatagramSocket everywhere) throws IOException {
        this.tcp = tcp;
        servers.add(Thread.ofVirtual().start(this::serveTcp));
        serve(everywhere);
        everywhere.setReuseAddress(true);
        for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : device.inetAddresses().toList()) {
                serveAt(address);
            }
        }
    }

    /**
     * On a socket of its own each, which answers from the address that was asked. The kernel would choose the address by
     * the way back, and where a translation stands between the two (Docker's on its bridge) the asker does not know it.
     */
    private void serveAt(InetAddress address) throws IOException {
        DatagramSocket socket = new DatagramSocket(null);
        try {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port()));
            serve(socket);
        } catch (BindException e) {
            socket.close(); // it was taken off the host meanwhile
        }
    }

    private void serve(DatagramSocket socket) {
        udp.add(socket);
        servers.add(Thread.ofVirtual().start(() -> echo(socket)));
    }

    /** Opens one that is free for both protocols. */
    public static EchoPort open() {
        IOException last = new IOException("no port is free for both TCP and UDP");
        for (int i = 0; i < TRIES; i++) {
            try {
                ServerSocket tcp = new ServerSocket(0);
                try {
                    return new EchoPort(tcp, new DatagramSocket(new InetSocketAddress(tcp.getLocalPort())));
                } catch (IOException taken) {
                    tcp.close();
                    last = taken;
                }
            } catch (IOException e) {
                last = e;
            }
        }
        throw new BoxFailure.Unjudged(
                "opening the drill's own port on the host", String.valueOf(last.getMessage()), "");
    }

    public int port() {
        return tcp.getLocalPort();
    }

    private void serveTcp() {
        while (!tcp.isClosed()) {
            try {
                Socket socket = tcp.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.setSoTimeout(5000);
            byte[] data = new byte[512];
            int size = socket.getInputStream().read(data);
            if (size > 0) {
                socket.getOutputStream().write(data, 0, size);
            }
        } catch (IOException gone) {
            // the peer went away: it has its answer or does not want it
        }
    }

    private static void echo(DatagramSocket socket) {
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        while (!socket.isClosed()) {
            try {
                packet.setLength(512);
                socket.receive(packet);
                socket.send(packet);
            } catch (IOException e) {
                if (socket.isClosed()) {
                    return;
                }
            }
        }
    }

    /** Returns once the port is really free: the kernel keeps it until the thread that waits on it has let go. */
    @Override
    public void close() {
        udp.forEach(DatagramSocket::close);
        try {
            tcp.close();
            for (Thread server : servers) {
                server.join(LETTING_GO);
            }
        } catch (IOException e) {
            // closed is all that was wanted
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
