package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Change;
import dev.box.core.host.HostNames;
import dev.box.core.host.ProfileLayer;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ImageAlias;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Profile;
import dev.box.incus.Project;
import dev.box.incus.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** An account's project as it must be for its boxes to be boxes: what differs, and one method for each part that repairs it. */
final class TenantProject {

    private static final String LAYER = "project";
    private static final String DEFAULT = "default";
    private static final String NIC = "nic";
    private static final String RESTRICTED = "restricted";
    private static final String ABSENT = "absent";

    /** What makes the project box's: boxnet and no other network, and the snapshots and backups that verbs are made of. */
    private static final Map<String, String> KEYS = Map.of(
            RESTRICTED,
            "true",
            "restricted.networks.access",
            HostNames.NETWORK,
            "restricted.snapshots",
            "allow",
            "restricted.backups",
            "allow",
            "restricted.containers.nesting",
            "allow");

    /** What incus-user itself allows, within the account's own files and ids. Any other restriction is at its strictest unset. */
    private static final Set<String> OF_INCUS_USER = Set.of(
            "restricted.devices.disk",
            "restricted.devices.disk.paths",
            "restricted.devices.gpu",
            "restricted.idmap.uid",
            "restricted.idmap.gid");

    /** Aliases of box's own images. */
    private static final String IMAGES = "box/";

    private final Incus shared;
    private final Incus own;
    private final String name;

    TenantProject(Incus shared, String name) {
        this.shared = shared;
        this.own = shared.inProject(name);
        this.name = name;
    }

    /** Everything in which it is not as it must be; of limits, those that {@code quota} asks for. */
    List<Change> diff(Quota quota, Deadline deadline) {
        List<Change> changes = new ArrayList<>(keys(project(deadline).value(), quota));
        profile(DEFAULT, deadline).ifPresent(profile -> {
            for (String device : nics(profile.value())) {
                changes.add(change("NIC " + device + " of its default profile", "there", ABSENT));
            }
        });
        Optional<Profile> placement = profile(HostNames.PROFILE, deadline).map(Versioned::value);
        if (placement.isEmpty() || !isPlacement(placement.get())) {
            changes.add(
                    change("profile " + HostNames.PROFILE, placement.isEmpty() ? ABSENT : "changed", "as on the host"));
        }
        wantedImages(deadline).forEach((alias, fingerprint) -> {
            String has = own.images()
                    .findAlias(alias, deadline)
                    .map(ImageAlias::target)
                    .orElse("");
            if (!has.equals(fingerprint)) {
                changes.add(change("image " + alias, has.isEmpty() ? ABSENT : shortened(has), shortened(fingerprint)));
            }
        });
        return changes;
    }

    private static List<Change> keys(Project project, Quota quota) {
        List<Change> changes = new ArrayList<>();
        Map<String, String> is = project.config();
        Map<String, String> should = wanted(is, quota);
        Set<String> all = new TreeSet<>(is.keySet());
        all.addAll(should.keySet());
        for (String key : all) {
            String was = is.getOrDefault(key, "");
            String becomes = should.getOrDefault(key, "");
            if (!was.equals(becomes)) {
                changes.add(change(key, was.isEmpty() ? "unset" : was, becomes.isEmpty() ? "unset" : becomes));
            }
        }
        return changes;
    }

    private static Map<String, String> wanted(Map<String, String> is, Quota quota) {
        Map<String, String> wanted = new LinkedHashMap<>();
        is.forEach((key, value) -> {
            if (!key.startsWith(RESTRICTED) || OF_INCUS_USER.contains(key)) {
                wanted.put(key, value);
            }
        });
        wanted.putAll(KEYS);
        quota.keys().forEach((key, value) -> {
            if (value.isEmpty()) {
                wanted.remove(key);
            } else {
                wanted.put(key, value);
            }
        });
        return wanted;
    }

    /** Leaves a root disk and no NIC in its default profile: nothing refers to the private bridge then. */
    void plainDefault(Deadline deadline) {
        Versioned<Profile> found = profile(DEFAULT, deadline).orElseThrow(this::gone);
        Profile profile = found.value();
        Map<String, Map<String, String>> devices = new LinkedHashMap<>(profile.devices());
        nics(profile).forEach(devices::remove);
        devices.putIfAbsent(HostNames.ROOT, ProfileLayer.DEVICES.getOrDefault(HostNames.ROOT, Map.of()));
        if (!devices.equals(profile.devices())) {
            Profile without = Profile.of(profile.name(), profile.description(), profile.config(), devices);
            own.profiles().replace(DEFAULT, found.with(without), deadline);
        }
    }

    /** Sets the restrictions. Instances that stand on another network are named: the daemon would refuse with less. */
    void restrict(Deadline deadline) {
        List<String> elsewhere = elsewhere(deadline);
        if (!elsewhere.isEmpty()) {
            throw new BoxFailure.Failed(
                    "confining project " + name + " to " + HostNames.NETWORK,
                    "on another network: " + String.join(", ", elsewhere),
                    "have their owner delete them, or: sudo incus delete --force --project " + name + " NAME");
        }
        write(Quota.UNCHANGED, deadline);
    }

    void limit(Quota quota, Deadline deadline) {
        write(quota, deadline);
    }

    private void write(Quota quota, Deadline deadline) {
        Versioned<Project> found = project(deadline);
        Project project = found.value();
        Map<String, String> config = wanted(project.config(), quota);
        if (!config.equals(project.config())) {
            Project changed = Project.of(project.name(), project.description(), config);
            shared.projects().replace(name, found.with(changed), deadline);
        }
    }

    /** The placement profile as the host has it. */
    void place(Deadline deadline) {
        Optional<Versioned<Profile>> found = profile(HostNames.PROFILE, deadline);
        if (found.isEmpty()) {
            own.profiles().create(ProfileLayer.wanted(), deadline);
        } else if (!isPlacement(found.get().value())) {
            own.profiles().replace(HostNames.PROFILE, found.get().with(ProfileLayer.wanted()), deadline);
        }
    }

    /** Gives it the base images of the host: a project has images of its own, and may not fetch the host's. */
    void shareImages(Deadline deadline) {
        wantedImages(deadline).forEach((alias, fingerprint) -> {
            Optional<ImageAlias> has = own.images().findAlias(alias, deadline);
            if (has.isPresent() && has.get().target().equals(fingerprint)) {
                return;
            }
            if (own.images().find(fingerprint, deadline).isEmpty()) {
                shared.images().copyTo(fingerprint, own, deadline);
            }
            if (has.isPresent()) {
                own.images().deleteAlias(alias, deadline);
            }
            own.images().createAlias(alias, fingerprint, "of this host", deadline);
        });
    }

    private Map<String, String> wantedImages(Deadline deadline) {
        Map<String, String> images = new LinkedHashMap<>();
        for (ImageAlias alias : shared.images().aliases(deadline)) {
            if (alias.name().startsWith(IMAGES)) {
                images.put(alias.name(), alias.target());
            }
        }
        return images;
    }

    private List<String> elsewhere(Deadline deadline) {
        List<String> elsewhere = new ArrayList<>();
        for (Instance instance : own.instances().list(deadline)) {
            boolean other = instance.expandedDevices().values().stream()
                    .anyMatch(device ->
                            NIC.equals(device.get("type")) && !HostNames.NETWORK.equals(device.get("network")));
            if (other) {
                elsewhere.add(instance.name());
            }
        }
        return elsewhere;
    }

    private Versioned<Project> project(Deadline deadline) {
        return shared.projects().find(name, deadline).orElseThrow(this::gone);
    }

    private BoxFailure.Failed gone() {
        return new BoxFailure.Failed("reading project " + name, "it is not there", "sudo box grant, once more");
    }

    private Optional<Versioned<Profile>> profile(String profile, Deadline deadline) {
        return own.profiles().find(profile, deadline);
    }

    private static boolean isPlacement(Profile profile) {
        return profile.config().isEmpty() && profile.devices().equals(ProfileLayer.DEVICES);
    }

    private static List<String> nics(Profile profile) {
        List<String> nics = new ArrayList<>();
        profile.devices().forEach((device, keys) -> {
            if (NIC.equals(keys.get("type"))) {
                nics.add(device);
            }
        });
        return nics;
    }

    private static String shortened(String fingerprint) {
        return fingerprint.substring(0, Math.min(12, fingerprint.length()));
    }

    private static Change change(String what, String was, String is) {
        return new Change(LAYER, Untrusted.line(what), Untrusted.line(was), Untrusted.line(is));
    }
}
