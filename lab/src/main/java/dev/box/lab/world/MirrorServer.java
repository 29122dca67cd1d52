package dev.box.lab.world;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Serves the files of directories by HTTPS, as package mirrors do. Runs as a process of its own:
 * {@code <ready-file> <address> <PKCS#12 file> <name>=<directory>...}; each directory is at {@code /name}. The ready file
 * appears once it listens.
 */
public final class MirrorServer {

    static final int PORT = 443;

    /** Of the key store; a lab's key protects nothing. */
    static final String PASSWORD = "lab";

    private final String context;
    private final Path root;

    /** For what is asked of {@code context}, which ends in a slash. */
    MirrorServer(String context, Path root) {
        this.context = context;
        this.root = root;
    }

    static void main(String[] arguments) throws IOException, GeneralSecurityException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral(arguments[1]), PORT), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(Path.of(arguments[2]))));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        for (String served : Arrays.asList(arguments).subList(3, arguments.length)) {
            String[] parts = served.split("=", 2);
            String context = "/" + parts[0] + "/";
            server.createContext(context, new MirrorServer(context, Path.of(parts[1]))::answer);
        }
        server.start();
        Files.writeString(Path.of(arguments[0]), "listening\n");
    }

    private static SSLContext tls(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Optional<Path> file = file(exchange.getRequestURI().getPath());
            if (file.isEmpty()) {
                exchange.sendResponseHeaders(404, -1);
            } else if (exchange.getRequestMethod().equals("HEAD")) {
                exchange.sendResponseHeaders(200, -1);
            } else {
                exchange.sendResponseHeaders(200, Files.size(file.get()));
                Files.copy(file.get(), exchange.getResponseBody());
            }
        }
    }

    /** The file under the root for a path, if there is one. A directory is answered by its {@code index.json}: a package of npm. */
    Optional<Path> file(String path) {
        Path asked = root.resolve(path.substring(context.length())).normalize();
        Path file = Files.isDirectory(asked) ? asked.resolve("index.json") : asked;
        return file.startsWith(root) && Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }
}
