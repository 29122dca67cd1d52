package dev.box.drill.mutation;

/** A bridge and an ACL of the drill's own, without addresses and without members, to ask Incus about. */
public final class ScratchNetwork {

    public static final String NAME = "boxdrill0";
    public static final String ACL = "box-drill-scratch";

    private ScratchNetwork() {}

    /** Makes nothing by itself; undone by removing both. */
    static Fault removed() {
        return Fault.of((world, deadline) -> {}, (world, deadline) -> {
            if (world.incus().networks().find(NAME, deadline).isPresent()) {
                world.incus().networks().delete(NAME, deadline);
            }
            if (world.incus().networkAcls().find(ACL, deadline).isPresent()) {
                world.incus().networkAcls().delete(ACL, deadline);
            }
        });
    }
}
