package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * What the daemon says of itself and of the caller.
 *
 * @param apiExtensions names, e.g. {@code container_exec_recording}
 * @param apiVersion {@code 1.0}
 * @param auth {@code trusted} or {@code untrusted}
 * @param authUserName the login that the daemon sees; empty if it does not tell
 * @param authUserMethod {@code unix}, {@code tls}, …
 * @param config the daemon’s own keys; empty without admin rights
 * @param environment kernel, versions, drivers
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record ServerInfo(
        List<String> apiExtensions,
        String apiVersion,
        String auth,
        String authUserName,
        String authUserMethod,
        Map<String, String> config,
        ServerInfo.Environment environment) {
    public ServerInfo {
        apiExtensions = Maps.orEmpty(apiExtensions);
        apiVersion = Maps.orEmpty(apiVersion);
        auth = Maps.orEmpty(auth);
        authUserName = Maps.orEmpty(authUserName);
        authUserMethod = Maps.orEmpty(authUserMethod);
        config = Maps.orEmpty(config);
        environment = environment == null ? Environment.unknown() : environment;
    }

    /** The daemon's version, e.g. {@code 6.0.4}; empty if it does not tell it to this caller. */
    public String version() {
        return environment.serverVersion();
    }

    public String kernelVersion() {
        return environment.kernelVersion();
    }

    public boolean hasExtension(String name) {
        return apiExtensions.contains(name);
    }

    /**
     * Where the daemon runs.
     *
     * @param server {@code incus}
     * @param serverVersion e.g. {@code 6.0.4}
     * @param serverName host name
     * @param serverPid its process id, in its own pid namespace
     * @param kernelVersion e.g. {@code 6.12.0}
     * @param architectures that it can run
     * @param driver instance drivers, e.g. {@code lxc | qemu}
     * @param firewall {@code nftables} or {@code xtables}
     * @param storage drivers in use
     * @param osName e.g. {@code Debian GNU/Linux}
     * @param osVersion e.g. {@code 13}
     * @param project the caller's project
     * @param kernelFeatures name to {@code true} or {@code false}
     */
    @Json(naming = Json.Naming.LowerUnderscore)
    public record Environment(
            String server,
            String serverVersion,
            String serverName,
            long serverPid,
            String kernelVersion,
            List<String> architectures,
            String driver,
            String firewall,
            String storage,
            String osName,
            String osVersion,
            String project,
            Map<String, String> kernelFeatures) {
        public Environment {
            server = Maps.orEmpty(server);
            serverVersion = Maps.orEmpty(serverVersion);
            serverName = Maps.orEmpty(serverName);
            kernelVersion = Maps.orEmpty(kernelVersion);
            architectures = Maps.orEmpty(architectures);
            driver = Maps.orEmpty(driver);
            firewall = Maps.orEmpty(firewall);
            storage = Maps.orEmpty(storage);
            osName = Maps.orEmpty(osName);
            osVersion = Maps.orEmpty(osVersion);
            project = Maps.orEmpty(project);
            kernelFeatures = Maps.orEmpty(kernelFeatures);
        }

        static Environment unknown() {
            return new Environment("", "", "", 0, "", List.of(), "", "", "", "", "", "", Map.of());
        }
    }
}
