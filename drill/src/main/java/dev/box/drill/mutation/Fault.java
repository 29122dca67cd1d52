package dev.box.drill.mutation;

import dev.box.incus.Deadline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One way to break a host. What it saves goes to disk before anything is broken, and is all that undoing it needs. */
interface Fault {

    /** What is, as text by name; changes nothing. */
    Map<String, String> save(World world, Deadline deadline);

    void make(World world, Map<String, String> saved, Deadline deadline);

    /** Puts back what was saved; also right if it was made half, or not at all, or undone before. */
    void undo(World world, Map<String, String> saved, Deadline deadline);

    /** Whether it gives boxes new NICs, doors or identities, so that the situation must be read again. */
    default boolean replugs() {
        return false;
    }

    /** One step on a world. */
    interface Act {
        void on(World world, Deadline deadline);
    }

    /** One that needs nothing saved. */
    static Fault of(Act make, Act undo) {
        return new Plain(make, undo);
    }

    /** See {@link #of}. */
    record Plain(Act act, Act back) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of();
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            act.on(world, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            back.on(world, deadline);
        }
    }

    /** Several at once, undone last first. */
    static Fault all(Fault... parts) {
        return new Several(List.of(parts));
    }

    /** See {@link #all}. */
    record Several(List<Fault> parts) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            Map<String, String> saved = new LinkedHashMap<>();
            for (int i = 0; i < parts.size(); i++) {
                String prefix = i + ".";
                parts.get(i).save(world, deadline).forEach((key, value) -> saved.put(prefix + key, value));
            }
            return saved;
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).make(world, own(saved, i), deadline);
            }
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            for (int i = parts.size() - 1; i >= 0; i--) {
                parts.get(i).undo(world, own(saved, i), deadline);
            }
        }

        private static Map<String, String> own(Map<String, String> saved, int part) {
            String prefix = part + ".";
            Map<String, String> own = new LinkedHashMap<>();
            saved.forEach((key, value) -> {
                if (key.startsWith(prefix)) {
                    own.put(key.substring(prefix.length()), value);
                }
            });
            return own;
        }

        @Override
        public boolean replugs() {
            return parts.stream().anyMatch(Fault::replugs);
        }
    }
}
