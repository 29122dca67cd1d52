package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient over the daemon's Unix socket. */
public final class HttpClientTransport implements Transport {

    private static final HttpHost HOST = new HttpHost("http", "incus", 80);

    private final Path socket;

    public HttpClientTransport(Path socket) {
        this.socket = socket;
    }

    @Override
    public Response send(Request request, TimeLeft time) throws IOException {
        Timeout timeout = Timeout.ofMilliseconds(time.millis());
        BasicHttpClientConnectionManager connections = BasicHttpClientConnectionManager.create(null);
        connections.setConnectionConfig(ConnectionConfig.custom()
                .setConnectTimeout(timeout)
                .setSocketTimeout(timeout)
                .build());
        CloseableHttpClient client = HttpClientBuilder.create()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
        HttpUriRequestBase message =
                new HttpUriRequestBase(request.method(), java.net.URI.create("http://incus" + request.target()));
        message.setConfig(RequestConfig.custom()
                .setUnixDomainSocket(socket)
                .setResponseTimeout(timeout)
                .setConnectionRequestTimeout(timeout)
                .build());
        for (Map.Entry<String, String> header : request.headers().entrySet()) {
            message.setHeader(header.getKey(), header.getValue());
        }
        Request.Body body = request.body();
        if (body != null) {
            message.setEntity(new BodyEntity(body));
        }
        return new HttpResponse(client, client.executeOpen(HOST, message, null));
    }

    @Override
    public void close() {}

    private record HttpResponse(CloseableHttpClient client, ClassicHttpResponse message) implements Response {
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
            client.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
        }
    }

    private static final class BodyEntity extends AbstractHttpEntity {
        private final Request.Body body;

        BodyEntity(Request.Body body) {
            super(body.contentType(), null, body.length() < 0);
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
        public @Nullable InputStream getContent() {
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
