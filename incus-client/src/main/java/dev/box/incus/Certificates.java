package dev.box.incus;

/** The daemon's trust store; a certificate's name here is its fingerprint. */
public final class Certificates extends EditableResources<Certificate> {

    Certificates(Daemon daemon) {
        super(daemon, "certificate", "/1.0/certificates", Certificate.class);
    }

    @Override
    String nameOf(Certificate value) {
        return value.fingerprint();
    }
}
