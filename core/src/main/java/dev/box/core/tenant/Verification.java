package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.host.ProfileLayer;
import dev.box.core.net.JsonTree;
import dev.box.core.process.Subprocess;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.util.List;
import java.util.Map;

/** Asks, as the account itself, for what it must have and for what it must not. */
final class Verification {

    private static final String BY_CERTIFICATE = "tls";

    private final UserSide side;
    private final Account account;
    private final Quota quota;

    Verification(UserSide side, Account account, Quota quota) {
        this.side = side;
        this.account = account;
        this.quota = quota;
    }

    void run(Deadline deadline) {
        String here = "project=" + account.project();
        Map<String, Object> server = side.object("/1.0?" + here, deadline);
        require(
                JsonTree.text(server, "auth").equals("trusted")
                        && JsonTree.text(server, "auth_user_method").equals(BY_CERTIFICATE),
                "the daemon takes the account for " + JsonTree.text(server, "auth") + " by "
                        + JsonTree.text(server, "auth_user_method"));
        List<String> projects = side.objects("/1.0/projects?recursion=1", deadline).stream()
                .map(project -> JsonTree.text(project, "name"))
                .toList();
        require(projects.equals(List.of(account.project())), "it sees the projects " + projects);
        refused("/1.0/instances?project=default", deadline);
        List<String> networks = side.objects("/1.0/networks?recursion=1&" + here, deadline).stream()
                .map(network -> JsonTree.text(network, "name"))
                .toList();
        require(networks.equals(List.of(HostNames.NETWORK)), "it sees the networks " + networks);
        Map<String, Object> profile = side.object("/1.0/profiles/" + HostNames.PROFILE + "?" + here, deadline);
        require(
                ProfileLayer.DEVICES.equals(profile.get("devices")),
                "its profile " + HostNames.PROFILE + " has devices " + profile.get("devices"));
        Map<String, Object> config = JsonTree.object(
                side.object("/1.0/projects/" + account.project(), deadline).get("config"));
        quota.keys()
                .forEach((key, value) -> require(
                        JsonTree.text(config, key).equals(value), key + " is '" + JsonTree.text(config, key) + "'"));
    }

    private void refused(String path, Deadline deadline) {
        Subprocess.Result result = side.query(path, deadline);
        require(!result.ok(), "it may read " + path);
        require(
                result.complaint().contains("permission"),
                "asking for " + path + " ended with: " + Untrusted.line(result.complaint()));
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new BoxFailure.Failed(
                    "verifying the grant as " + account.name(), Untrusted.line(otherwise), "run it again");
        }
    }
}
