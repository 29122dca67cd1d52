package dev.box.lab.world;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.Deadline;
import io.avaje.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a {@link Reflector} to probe. One connection per question, so that it may be used from several threads. */
public final class ReflectorClient {

    private final InetSocketAddress reflector;

    public ReflectorClient(InetSocketAddress reflector) {
        this.reflector = reflector;
    }

    /** Throws {@link BoxFailure.Unjudged} if the reflector does not answer: that says nothing about the probed peer. */
    public Attempted attempt(Attempt attempt, Deadline deadline) {
        try (Socket socket = new Socket()) {
            socket.connect(reflector, Math.toIntExact(deadline.remainingMillis()));
            socket.setSoTimeout(Math.toIntExact(deadline.remainingMillis()));
            String question = WorldJson.type(Attempt.class).toJson(attempt) + "\n";
            socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
            String answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            if (answer == null) {
                throw silent("it closed the connection without an answer");
            }
            return WorldJson.type(Attempted.class).fromJson(answer);
        } catch (IOException | JsonException e) {
            throw silent(String.valueOf(e.getMessage()));
        }
    }

    private BoxFailure.Unjudged silent(String answered) {
        return new BoxFailure.Unjudged(
                "asking the LAN host's reflector at " + reflector.getHostString() + ":" + reflector.getPort(),
                answered,
                "box lab status");
    }
}
