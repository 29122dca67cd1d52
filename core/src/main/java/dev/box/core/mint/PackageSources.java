package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.Incus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;

/**
 * Where the boxes of this host get packages from, if not from where their image and their tools do by themselves: an
 * air-gapped or corporate host names mirrors, and the CA that they are trusted by. All of it is public; nothing else of the
 * host goes into a guest. Applied by cloud-init before it does anything that the template asks for, as vendor-data: so the
 * template's user-data stays what it is.
 *
 * @param apt URL of a Debian archive; empty for the image's own
 * @param aptSecurity URL of Debian's security archive; empty for none beside {@code apt}
 * @param npm URL of a registry; empty for npm's own
 * @param certificates CA certificates in PEM; empty for none
 */
record PackageSources(String apt, String aptSecurity, String npm, String certificates) {

    /** What a URL can be that is written into a shell script and into the configuration of apt and npm. */
    private static final String URL_PUNCTUATION = "-._~:/%+";

    /** Written by the script once all is in place. */
    private static final String APPLIED = "/var/lib/box/package-sources";

    /** Throws {@link BoxFailure.Refused} for a setting that cannot be applied. */
    static PackageSources of(Settings settings) {
        return new PackageSources(
                url(settings, Setting.BOX_APT_MIRROR),
                url(settings, Setting.BOX_APT_SECURITY_MIRROR),
                url(settings, Setting.BOX_NPM_REGISTRY),
                certificates(settings.get(Setting.BOX_CA_CERTIFICATE)));
    }

    boolean isEmpty() {
        return apt.isEmpty() && npm.isEmpty() && certificates.isEmpty();
    }

    /** For {@code cloud-init.vendor-data}: a script, which an image's cloud-init runs early; empty if there is nothing to apply. */
    String vendorData() {
        if (isEmpty()) {
            return "";
        }
        return "#cloud-boothook\n#!/bin/sh\n" + variable("apt", apt) + variable("apt_security", aptSecurity)
                + variable("npm", npm) + variable("certificates", certificates) + variable("applied", APPLIED)
                + Resource.text("package-sources.sh");
    }

    private static String variable(String name, String value) {
        return name + "='" + value + "'\n";
    }

    /** Throws {@link BoxFailure.Failed} if the guest's first boot did not apply them: what comes next would go elsewhere. */
    void requireApplied(Incus incus, String name, Deadline deadline) {
        if (isEmpty()) {
            return;
        }
        int status = incus.instances()
                .exec(name, ExecRequest.of("test", "-e", APPLIED), deadline)
                .exitStatus();
        if (status != 0) {
            throw new BoxFailure.Failed(
                    "applying this host's package sources in box '" + name + "'",
                    "the guest's cloud-init did not: " + APPLIED + " is not there",
                    "look at /var/log/cloud-init.log with 'box shell " + name + "', then 'box rm " + name
                            + " --force'");
        }
    }

    private static String url(Settings settings, Setting setting) {
        String text = settings.get(setting);
        if (text.isEmpty()) {
            return "";
        }
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw refused(setting, "'" + Untrusted.line(text) + "' is no URL");
        }
        boolean plain =
                text.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c) || URL_PUNCTUATION.indexOf(c) >= 0);
        boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
        if (uri.getUserInfo() != null) {
            throw refused(setting, "it holds a user name or password, and nothing secret goes into a box");
        }
        if (!plain || !web || uri.getHost() == null) {
            throw refused(setting, "'" + Untrusted.line(text) + "' is not http(s)://host[:port]/path");
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** Each certificate is read and written anew: whatever else is in that file stays on the host. */
    private static String certificates(String file) {
        if (file.isEmpty()) {
            return "";
        }
        Path path = Path.of(file);
        if (!path.isAbsolute()) {
            throw refused(Setting.BOX_CA_CERTIFICATE, "'" + Untrusted.line(file) + "' is not an absolute path");
        }
        StringBuilder pem = new StringBuilder();
        try {
            byte[] content = Files.readAllBytes(path);
            if (new String(content, StandardCharsets.ISO_8859_1).contains("PRIVATE KEY")) {
                throw refused(
                        Setting.BOX_CA_CERTIFICATE,
                        Untrusted.line(path + " holds a private key, and no secret goes into a box"));
            }
            Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(content))) {
                pem.append("-----BEGIN CERTIFICATE-----\n")
                        .append(lines.encodeToString(certificate.getEncoded()))
                        .append("\n-----END CERTIFICATE-----\n");
            }
        } catch (IOException | CertificateException e) {
            throw refused(Setting.BOX_CA_CERTIFICATE, Untrusted.line(path + " cannot be read: " + e.getMessage()));
        }
        if (pem.isEmpty()) {
            throw refused(Setting.BOX_CA_CERTIFICATE, Untrusted.line(path + " holds no certificate"));
        }
        return pem.toString();
    }

    private static BoxFailure.Refused refused(Setting setting, String answer) {
        return new BoxFailure.Refused(
                "reading " + setting, answer, "correct it in the environment or in box.conf: box help settings");
    }
}
