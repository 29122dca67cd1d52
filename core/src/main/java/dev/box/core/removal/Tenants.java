package dev.box.core.removal;

import dev.box.core.box.Stamp;
import dev.box.core.host.HostNames;
import dev.box.core.mint.WarmBases;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.Project;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Everyone on a daemon, in all of its projects, told apart by the tag.
 *
 * @param projects names of all projects
 * @param boxes instances that box made
 * @param bases warm bases, which box made and which are no boxes
 * @param foreign instances that it did not make
 */
record Tenants(List<String> projects, List<Named> boxes, List<Named> bases, List<Named> foreign) {

    static final String DEFAULT = "default";

    private static final Set<String> OWN = Set.of(
            "profiles/" + HostNames.PROFILE,
            "profiles/" + HostNames.LEGACY_PROFILE,
            "networks/" + HostNames.NETWORK,
            "networks/" + HostNames.LEGACY_NETWORK,
            "network-acls/" + HostNames.ACL,
            "network-acls/" + HostNames.LEGACY_ACL);

    Tenants {
        projects = List.copyOf(projects);
        boxes = List.copyOf(boxes);
        bases = List.copyOf(bases);
        foreign = List.copyOf(foreign);
    }

    /** An instance of one project. */
    record Named(String project, String name) {

        /** E.g. {@code work}, or {@code work (project user-1000)}. */
        @Override
        public String toString() {
            return project.equals(DEFAULT) ? name : name + " (project " + project + ")";
        }
    }

    static Tenants read(Incus incus, Deadline deadline) {
        List<String> projects = new ArrayList<>();
        List<Named> boxes = new ArrayList<>();
        List<Named> bases = new ArrayList<>();
        List<Named> foreign = new ArrayList<>();
        for (Project project : incus.projects().list(deadline)) {
            projects.add(project.name());
            for (Instance instance : incus.inProject(project.name()).instances().list(deadline)) {
                List<Named> kind =
                        Stamp.isBox(instance.config()) ? boxes : WarmBases.isBase(instance) ? bases : foreign;
                kind.add(new Named(project.name(), instance.name()));
            }
        }
        return new Tenants(projects, boxes, bases, foreign);
    }

    /**
     * Of the API paths by which the daemon says who uses a thing, those that are neither box's instances nor the stack's own, as
     * words: {@code instance payroll}.
     */
    List<String> strangers(List<String> usedBy) {
        List<String> strangers = new ArrayList<>();
        for (String path : usedBy) {
            String bare = path.replaceFirst("^/1\\.0/", "");
            int query = bare.indexOf('?');
            String thing = query < 0 ? bare : bare.substring(0, query);
            String project = query < 0 ? DEFAULT : bare.substring(query + 1).replaceFirst("^project=", "");
            String[] words = thing.split("/", 2);
            String name = words.length == 2 ? words[1] : "";
            Named user = new Named(project, name);
            boolean own = words[0].equals("instances") && (boxes.contains(user) || bases.contains(user));
            if (!own && !OWN.contains(thing)) {
                strangers.add(words[0].replaceFirst("s$", "") + " " + new Named(project, name));
            }
        }
        return strangers;
    }
}
