package dev.box.core.remote;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A socket in a directory of this user's own, each connection to which is carried to a remote daemon over TLS. So the
 * client of the daemon, which is made for a local socket and for a quick start, serves remotes as it is.
 */
public final class Tunnel implements AutoCloseable {

    private static final int DEFAULT_PORT = 8443;

    private final Remotes.Remote remote;
    private final SSLContext tls;
    private final boolean pinned;
    private final Path directory;
    private final ServerSocketChannel listener;

    private Tunnel(
            Remotes.Remote remote, SSLContext tls, boolean pinned, Path directory, ServerSocketChannel listener) {
        this.remote = remote;
        this.tls = tls;
        this.pinned = pinned;
        this.directory = directory;
        this.listener = listener;
    }

    /** Connects once, so that a remote that is not there is said so before anything is asked of it. */
    static Tunnel open(Remotes remotes, Remotes.Remote remote, Deadline deadline) {
        String tried = "reaching remote '" + remote.name() + "' at "
                + Untrusted.line(remote.address().toString());
        try {
            Path pin = remotes.serverCertificate(remote);
            SSLContext tls = Credentials.context(remotes.clientCertificate(), remotes.clientKey(), pin);
            Path directory = Files.createTempDirectory("box-remote-");
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            Tunnel tunnel = new Tunnel(remote, tls, Files.exists(pin), directory, listener);
            try {
                listener.bind(UnixDomainSocketAddress.of(tunnel.socket()));
                tunnel.connect(Math.toIntExact(Math.max(1, deadline.remaining().toMillis())))
                        .close();
            } catch (IOException | RuntimeException e) {
                tunnel.close();
                throw e;
            }
            Thread.ofVirtual().name("tunnel").start(tunnel::accept);
            return tunnel;
        } catch (IOException | GeneralSecurityException e) {
            throw new BoxFailure.Failed(
                    tried,
                    Untrusted.line(String.valueOf(e.getMessage())),
                    "see whether the incus client reaches it: incus list " + Untrusted.line(remote.name()) + ":",
                    e);
        }
    }

    /** What the client of the daemon connects to. */
    public Endpoint endpoint() {
        return new Endpoint(socket(), "remote", remote.project(), remote.name());
    }

    private Path socket() {
        return directory.resolve("socket");
    }

    private SSLSocket connect(int millis) throws IOException {
        URI address = remote.address();
        int port = address.getPort() < 0 ? DEFAULT_PORT : address.getPort();
        Socket plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(address.getHost(), port), millis);
            SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(plain, address.getHost(), port, true);
            if (!pinned) {
                SSLParameters parameters = secure.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                secure.setSSLParameters(parameters);
            }
            secure.setSoTimeout(millis);
            secure.startHandshake();
            secure.setSoTimeout(0);
            return secure;
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                Thread.ofVirtual().start(() -> carry(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** Until one side ends; the daemon closes each connection behind its answer. */
    private void carry(SocketChannel client) {
        try (client;
                SSLSocket server = connect(30_000)) {
            InputStream fromClient = Channels.newInputStream(client);
            OutputStream toServer = server.getOutputStream();
            Thread up = Thread.ofVirtual().start(() -> {
                pump(fromClient, toServer);
                closeQuietly(server);
            });
            pump(server.getInputStream(), Channels.newOutputStream(client));
            client.close();
            up.join();
        } catch (IOException e) {
            // the client sees its connection end, and says what it was about
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pump(InputStream from, OutputStream to) {
        byte[] buffer = new byte[64 * 1024];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.write(buffer, 0, n);
                to.flush();
            }
        } catch (IOException e) {
            // one of them is gone, which ends both
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // as it should be
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            Files.deleteIfExists(socket());
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // what is left is an empty directory of this user's own
        }
    }
}
