package dev.box.drill.trial;

import dev.box.incus.Deadline;

/** How one row of the contract is tried. What it throws makes the row unjudged. */
@FunctionalInterface
interface Trial {

    Tried run(Deadline deadline);
}
