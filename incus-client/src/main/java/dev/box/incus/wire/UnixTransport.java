package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * Apache HttpCore over the daemon's Unix socket, one connection for one request. HttpClient on top of it was measured
 * and left: over a Unix socket 5.6.5 never closes its selectors (5 descriptors lost with each request), looks the host
 * name up in DNS without a pool, ignores a connect timeout and prints log lines of its logging facade.
 */
public final class UnixTransport implements Transport {

    private final Path socket;

    public UnixTransport(Path socket) {
        this.socket = socket;
        SocketPreparation.begin();
    }

    @Override
    public Response send(Request request, TimeLeft time, Patience patience) throws IOException {
        DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(Http1Config.DEFAULT);
        UnixSocket unix = new UnixSocket(socket, time, patience);
        try {
            connection.bind(unix);
            BasicClassicHttpRequest message = message(request);
            sendAll(connection, message);
            ClassicHttpResponse answer = connection.receiveResponseHeader();
            while (answer.getCode() < 200) {
                answer = connection.receiveResponseHeader();
            }
            connection.receiveResponseEntity(answer);
            return new HttpResponse(unix, answer);
        } catch (HttpException e) {
            unix.close();
            throw new IOException("not HTTP: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            unix.close();
            throw e;
        }
    }

    @Override
    public List<WebSocket> openWebSockets(List<String> targets, TimeLeft time, Patience patience) throws IOException {
        return WebSocket.open(socket, targets, time, patience);
    }

    private static void sendAll(DefaultBHttpClientConnection connection, BasicClassicHttpRequest message)
            throws IOException, HttpException {
        connection.sendRequestHeader(message);
        if (message.getEntity() == null) {
            connection.flush();
            return;
        }
        try {
            connection.sendRequestEntity(message);
            connection.flush();
        } catch (BodySource.Broken | ConnectFailed | java.net.SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // The daemon may refuse a large body before it has read it all; then its answer says more than EPIPE does.
        }
    }

    private static BasicClassicHttpRequest message(Request request) {
        BasicClassicHttpRequest message = new BasicClassicHttpRequest(request.method(), request.target());
        message.setHeader("Host", "incus");
        message.setHeader("Connection", "close");
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            message.setHeader(header.getKey(), header.getValue());
        }
        Request.Body body = request.body();
        if (body == null) {
            if (!request.method().equals("GET")) {
                message.setHeader("Content-Length", "0");
            }
            return message;
        }
        if (!body.contentType().isEmpty()) {
            message.setHeader("Content-Type", body.contentType());
        }
        if (body.length() < 0) {
            message.setHeader("Transfer-Encoding", "chunked");
        } else {
            message.setHeader("Content-Length", Long.toString(body.length()));
        }
        message.setEntity(new BodyEntity(body));
        return message;
    }

    private record HttpResponse(UnixSocket socket, ClassicHttpResponse message) implements Response {
        @Override
        public int status() {
            return message.getCode();
        }

        @Override
        public String header(String name) {
            Header header = message.getFirstHeader(name);
            return header == null || header.getValue() == null ? "" : header.getValue();
        }

        @Override
        public InputStream body() throws IOException {
            HttpEntity entity = message.getEntity();
            return entity == null ? InputStream.nullInputStream() : entity.getContent();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // it is gone either way
            }
        }
    }

    private static final class BodyEntity extends AbstractHttpEntity {
        private final Request.Body body;

        BodyEntity(Request.Body body) {
            super((String) null, null, body.length() < 0);
            this.body = body;
        }

        @Override
        public long getContentLength() {
            return body.length();
        }

        @Override
        public boolean isStreaming() {
            return true;
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public InputStream getContent() {
            throw new UnsupportedOperationException("this body is written, not read");
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            body.writeTo(out);
        }

        @Override
        public void close() {}
    }
}
