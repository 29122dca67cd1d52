package dev.box.cli.report;

import dev.box.lab.LabStatus;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code box lab status --json}.
 *
 * @param schema {@code box.lab-status/1}
 * @param name of the lab
 * @param state up, down or aborted
 * @param directory that holds its state
 * @param namespaces its network namespaces
 * @param hosts its machines under test
 * @param uptimeSeconds 0 if it is not up
 * @param leftovers what stands of an aborted one
 * @param cache what is built and kept
 */
@Json
public record LabStatusReport(
        String schema,
        String name,
        String state,
        String directory,
        List<String> namespaces,
        List<Host> hosts,
        long uptimeSeconds,
        List<String> leftovers,
        List<String> cache) {

    /** One machine under test. */
    @Json
    public record Host(String name, String address, boolean running) {}

    public static LabStatusReport of(LabStatus status) {
        List<Host> hosts = new ArrayList<>();
        for (LabStatus.Host host : status.hosts()) {
            hosts.add(new Host(host.name(), host.address(), host.running()));
        }
        return new LabStatusReport(
                "box.lab-status/1",
                status.name(),
                status.state().name().toLowerCase(Locale.ROOT),
                status.directory().toString(),
                status.namespaces(),
                hosts,
                status.uptime().toSeconds(),
                status.leftovers(),
                status.cache());
    }
}
