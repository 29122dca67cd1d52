package dev.box.core.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** The TLS identities of both ends: the incus client's own, and the one certificate that was pinned for the remote. */
final class Credentials {

    private static final char[] NO_PASSWORD = new char[0];
    private static final String SEC1 = "EC PRIVATE KEY";

    /** AlgorithmIdentifiers: id-ecPublicKey with secp384r1, which incus makes, and with prime256v1. */
    private static final byte[] P384 = hex("301006072a8648ce3d020106052b81040022");

    private static final byte[] P256 = hex("301306072a8648ce3d020106082a8648ce3d030107");
    private static final byte[] P256_NAME = hex("06082a8648ce3d030107");

    private Credentials() {}

    /** Trusts the server's certificate if it is the pinned one and nothing else; without one, what the machine trusts. */
    static SSLContext context(Path certificate, Path key, Path pinned) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        store.setKeyEntry("client", privateKey(key), NO_PASSWORD, new Certificate[] {certificate(certificate)});
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, NO_PASSWORD);
        TrustManager[] trusted = Files.exists(pinned) ? new TrustManager[] {new Pinned(certificate(pinned))} : null;
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trusted, null);
        return context;
    }

    private static X509Certificate certificate(Path file) throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        String pem = Files.readString(file);
        boolean sec1 = pem.contains("BEGIN " + SEC1);
        String base64 = pem.replaceAll("(?s).*?-----BEGIN [A-Z ]*PRIVATE KEY-----(.*?)-----END.*", "$1");
        byte[] der = Base64.getMimeDecoder().decode(base64.strip());
        byte[] pkcs8 = sec1 ? wrapped(der) : der;
        return KeyFactory.getInstance(sec1 || pem.contains("EC") ? "EC" : "RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /** SEC 1 as it stands in PKCS #8: version 0, the algorithm, and the key as an octet string. */
    private static byte[] wrapped(byte[] sec1) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {2, 1, 0});
        body.writeBytes(contains(sec1, P256_NAME) ? P256 : P384);
        body.writeBytes(tagged(4, sec1));
        return tagged(0x30, body.toByteArray());
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length >= 0x80) {
            boolean two = content.length > 0xff;
            out.write(two ? 0x82 : 0x81);
            if (two) {
                out.write(content.length >> 8);
            }
        }
        out.write(content.length);
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(new String(part, StandardCharsets.ISO_8859_1));
    }

    private static byte[] hex(String text) {
        return java.util.HexFormat.of().parseHex(text);
    }

    /** As {@code incus remote add} asked the operator about: this certificate, whatever name it carries. */
    private record Pinned(X509Certificate certificate) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this is a client");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            if (chain.length == 0 || !chain[0].equals(certificate)) {
                throw new CertificateException("it shows another certificate than the one that was trusted");
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
