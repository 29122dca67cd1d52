package dev.box.core.removal;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.IncusException;
import java.util.ArrayList;
import java.util.List;

/** Why some of many things would not go: one that fails keeps none of the others. */
final class Failures {

    private final List<String> reasons = new ArrayList<>();

    /** Does it, or remembers why it could not be done. An interrupt ends everything. */
    void collect(String what, Runnable act) {
        try {
            act.run();
        } catch (BoxFailure.Interrupted e) {
            throw e;
        } catch (BoxFailure e) {
            reasons.add(what + ": " + e.answered());
        } catch (IncusException.NotFound e) {
            // somebody else was faster
        } catch (IncusException e) {
            reasons.add(what + ": " + Untrusted.line(e.answered()));
        }
    }

    List<String> reasons() {
        return List.copyOf(reasons);
    }

    /** Throws {@link BoxFailure.Failed} with all of them, if there are any. */
    void raise() {
        if (!reasons.isEmpty()) {
            throw new BoxFailure.Failed(
                    "removing", String.join("; ", reasons), "what is left: box doctor; then run it again");
        }
    }
}
