package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.incus.Certificate;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Project;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What incus-user keeps of an account: a directory with a certificate, that certificate in the daemon's trust store, the
 * project that it is confined to, and a bridge. It makes all of it at the first touch and never looks at it again.
 */
final class Registration {

    private static final String CERTIFICATE = "incus-user-";
    private static final String BRIDGE = "incusbr-";
    private static final List<String> FEATURES =
            List.of("images", "networks.zones", "profiles", "storage.volumes", "storage.buckets");

    private final Machine machine;
    private final Incus incus;
    private final Account account;

    Registration(Machine machine, Incus incus, Account account) {
        this.machine = machine;
        this.incus = incus;
        this.account = account;
    }

    /** The private bridge, which has none of box's isolation. */
    String bridge() {
        return BRIDGE + account.uid();
    }

    Path directory() {
        return incus.endpoint().socket().resolveSibling("users").resolve(Integer.toString(account.uid()));
    }

    Optional<Project> project(Deadline deadline) {
        return incus.projects().find(account.project(), deadline).map(found -> found.value());
    }

    /** Those that incus-user put there for the account, and any other that is confined to its project alone. */
    List<Certificate> certificates(Deadline deadline) {
        List<Certificate> found = new ArrayList<>();
        for (Certificate certificate : incus.certificates().list(deadline)) {
            boolean named = certificate.name().equals(CERTIFICATE + account.uid());
            if (named || (certificate.restricted() && certificate.projects().equals(List.of(account.project())))) {
                found.add(certificate);
            }
        }
        return found;
    }

    boolean hasBridge(Deadline deadline) {
        return incus.networks().find(bridge(), deadline).isPresent();
    }

    boolean hasDirectory(Deadline deadline) {
        return machine.exists(directory(), deadline);
    }

    /** Whether incus-user would serve the account as it should. */
    boolean complete(Deadline deadline) {
        Optional<String> key = fingerprint(deadline);
        return key.isPresent()
                && project(deadline).isPresent()
                && certificates(deadline).stream()
                        .anyMatch(certificate -> certificate.fingerprint().equals(key.get())
                                && certificate.restricted()
                                && certificate.projects().equals(List.of(account.project())));
    }

    /**
     * Has incus-user register the account. It remembers the projects that there were when it began, and neither makes one
     * that was deleted since nor finds one that came since: the first is made for it, for the second it begins anew.
     *
     * @param side the account, with the group that opens the socket
     */
    void make(UserSide side, Deadline deadline) {
        clear(deadline);
        try {
            side.touch(deadline);
        } catch (BoxFailure.Failed unserved) {
            if (project(deadline).isPresent()) {
                machine.command("systemctl", "try-restart", "incus-user.service")
                        .run(deadline);
            } else {
                makeProject(deadline);
            }
            side.touch(deadline);
        }
    }

    /** As incus-user does. */
    private void makeProject(Deadline deadline) {
        Map<String, String> config = new LinkedHashMap<>();
        for (String feature : FEATURES) {
            config.put("features." + feature, "true");
        }
        config.put("features.networks", "false");
        config.put("restricted", "true");
        config.put("restricted.containers.nesting", "allow");
        config.put("restricted.devices.disk", "allow");
        config.put("restricted.devices.disk.paths", account.home());
        config.put("restricted.devices.gpu", "allow");
        config.put("restricted.idmap.uid", Integer.toString(account.uid()));
        config.put("restricted.idmap.gid", Integer.toString(account.gid()));
        // incus-user fails on a default profile that it may not put on its bridge
        config.put("restricted.networks.access", bridge());
        String description = Tenants.DESCRIPTION + account.name() + "\" (" + account.uid() + ")";
        incus.projects().create(Project.of(account.project(), description, config), deadline);
    }

    /** Takes away what would keep incus-user from starting over: it fails on a bridge that is there already. */
    private void clear(Deadline deadline) {
        deleteCertificates(deadline);
        deleteBridge(deadline);
        deleteDirectory(deadline);
    }

    void deleteCertificates(Deadline deadline) {
        for (Certificate certificate : certificates(deadline)) {
            incus.certificates().delete(certificate.fingerprint(), deadline);
        }
    }

    void deleteBridge(Deadline deadline) {
        if (hasBridge(deadline)) {
            incus.networks().delete(bridge(), deadline);
        }
    }

    void deleteDirectory(Deadline deadline) {
        machine.command("rm", "-rf", "--", directory().toString())
                .orFail("removing " + directory(), "sudo ls -la " + directory(), deadline);
    }

    private Optional<String> fingerprint(Deadline deadline) {
        return machine.read(directory().resolve("client.crt"), deadline).map(Registration::fingerprint);
    }

    static String fingerprint(String pem) {
        String body = pem.replaceAll("-----[A-Z ]+-----", "");
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getMimeDecoder().decode(body));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IllegalArgumentException e) {
            throw new BoxFailure.Failed(
                    "reading a certificate of incus-user", "it is no certificate", "box revoke --purge, then grant", e);
        }
    }
}
