package dev.box.incus;

/** Network access control lists. */
public final class NetworkAcls extends EditableResources<NetworkAcl> {

    NetworkAcls(Daemon daemon) {
        super(daemon, "network ACL", "/1.0/network-acls", NetworkAcl.class);
    }

    @Override
    String nameOf(NetworkAcl value) {
        return value.name();
    }
}
