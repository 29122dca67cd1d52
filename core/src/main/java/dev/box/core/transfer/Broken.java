package dev.box.core.transfer;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import dev.box.incus.IncusException;

/** What to say of a transfer that the daemon did not finish, because it would not or because it is gone. */
final class Broken {

    private Broken() {}

    /**
     * @param left what is there now
     * @param again what to type then
     */
    static BoxFailure off(String tried, IncusException why, String left, String again) {
        if (Thread.currentThread().isInterrupted()) {
            return new BoxFailure.Interrupted(tried, left);
        }
        String advice = why.advice().isEmpty() ? "" : why.advice() + "\n";
        return new BoxFailure.Failed(
                tried, Untrusted.line(why.answered()) + "; " + left, advice + "then once more: " + again, why);
    }
}
