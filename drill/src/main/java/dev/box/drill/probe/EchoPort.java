package dev.box.drill.probe;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A port of the host with a listener behind it, TCP and UDP, on every address: what a box must not reach. It echoes, so
 * that "reached" would mean data. Open only while a phase runs.
 */
public final class EchoPort implements AutoCloseable {

    private static final int TRIES = 20;

    private final ServerSocket tcp;
    private final DatagramSocket udp;
    private final Thread tcpServer;
    private final Thread udpServer;

    private EchoPort(ServerSocket tcp, DatagramSocket udp) {
        this.tcp = tcp;
        this.udp = udp;
        this.tcpServer = Thread.ofVirtual().unstarted(this::serveTcp);
        this.udpServer = Thread.ofVirtual().unstarted(this::serveUdp);
        tcpServer.start();
        udpServer.start();
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

    private void serveUdp() {
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        while (!udp.isClosed()) {
            try {
                packet.setLength(512);
                udp.receive(packet);
                udp.send(packet);
            } catch (IOException e) {
                if (udp.isClosed()) {
                    return;
                }
            }
        }
    }

    /** The kernel closes a socket only when the thread that waits on it has left: until then the port would still answer. */
    @Override
    public void close() {
        udp.close();
        try {
            tcp.close();
        } catch (IOException e) {
            // closed is all that was wanted
        }
        try {
            tcpServer.join();
            udpServer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
