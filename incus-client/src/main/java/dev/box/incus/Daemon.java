package dev.box.incus;

import dev.box.incus.wire.NoAnswer;
import dev.box.incus.wire.NotAccepted;
import dev.box.incus.wire.Request;
import dev.box.incus.wire.Response;
import dev.box.incus.wire.Transport;
import dev.box.incus.wire.UnixTransport;
import dev.box.incus.wire.WebSocket;
import io.avaje.json.JsonException;
import io.avaje.jsonb.JsonType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One daemon seen from one project: sends a request, reads the answer's envelope, turns what went wrong into an {@link IncusException}. */
final class Daemon {

    final Endpoint endpoint;
    final String project;
    final Transport transport;

    Daemon(Endpoint endpoint, String project, Transport transport) {
        this.endpoint = endpoint;
        this.project = project;
        this.transport = transport;
    }

    static Daemon at(Endpoint endpoint) {
        return new Daemon(endpoint, endpoint.project(), new UnixTransport(endpoint.socket()));
    }

    Daemon inProject(String name) {
        return new Daemon(endpoint, name, transport);
    }

    /** The path with the project, if one was chosen. */
    String target(String path) {
        if (project.isEmpty()) {
            return path;
        }
        return path + (path.indexOf('?') < 0 ? "?" : "&") + "project=" + Paths.segment(project);
    }

    /** What the daemon answered. */
    record Answer<T>(@Nullable T value, String etag, String operation) {}

    <T> Versioned<T> get(String tried, String path, JsonType<T> type, Deadline deadline) {
        Answer<T> answer = call(tried, Request.get(target(path)), type, deadline);
        T value = answer.value;
        if (value == null) {
            throw new IncusException.TransportFailed(tried, "the daemon sent an answer without content", "", null);
        }
        return new Versioned<>(value, answer.etag);
    }

    void send(String tried, String method, String path, @Nullable Object body, Deadline deadline) {
        send(tried, method, path, body, Map.of(), deadline);
    }

    void send(
            String tried,
            String method,
            String path,
            @Nullable Object body,
            Map<String, String> headers,
            Deadline deadline) {
        Request.Body json = body == null ? null : Request.json(Codec.toJson(body));
        call(tried, new Request(method, target(path), headers, json), null, deadline);
    }

    /** Sends a request whose answer is an operation. */
    Operation start(String tried, String method, String path, @Nullable Object body, Deadline deadline) {
        return start(tried, method, path, body, Map.of(), deadline);
    }

    Operation start(
            String tried,
            String method,
            String path,
            @Nullable Object body,
            Map<String, String> headers,
            Deadline deadline) {
        Request.Body json = body == null ? null : Request.json(Codec.toJson(body));
        return start(tried, new Request(method, target(path), headers, json), deadline);
    }

    Operation start(String tried, Request request, Deadline deadline) {
        Answer<OperationInfo> answer = call(tried, request, Codec.type(OperationInfo.class), deadline);
        OperationInfo info = answer.value;
        if (info == null || info.id().isEmpty()) {
            throw new IncusException.TransportFailed(tried, "the daemon started no operation", "", null);
        }
        return new Operation(this, tried, info);
    }

    /** Fetches what is not JSON. */
    byte[] bytes(String tried, String path, Deadline deadline) {
        try (Response response = open(Request.get(target(path)), deadline)) {
            if (response.status() >= 400) {
                Envelope.read(tried, response, null);
            }
            return response.body().readAllBytes();
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, this, e, deadline);
        }
    }

    <T> Answer<T> call(String tried, Request request, @Nullable JsonType<T> type, Deadline deadline) {
        try (Response response = open(request, deadline)) {
            return Envelope.read(tried, response, type);
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, this, e, deadline);
        }
    }

    /** The raw answer; the caller turns failures into exceptions. */
    Response open(Request request, Deadline deadline) throws IOException {
        SilenceWatch watch = new SilenceWatch(endpoint, deadline);
        try {
            return transport.send(request, deadline::remaining, watch);
        } catch (NoAnswer e) {
            throw watch.neverAccepted() ? new NotAccepted("never accepted") : e;
        }
    }

    WebSocket openWebSocket(String path, Deadline deadline) throws IOException {
        return openWebSockets(List.of(path), deadline).getFirst();
    }

    /** All of them or none, in that order. */
    List<WebSocket> openWebSockets(List<String> paths, Deadline deadline) throws IOException {
        List<String> targets = new ArrayList<>();
        for (String path : paths) {
            targets.add(target(path));
        }
        return transport.openWebSockets(targets, deadline::remaining, new SilenceWatch(endpoint, deadline));
    }
}
