package dev.bascule.bridge.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A certificate with its key. Immutable.
 *
 * @param key the private key, never shown
 * @param certificate signed with it
 */
public record TlsIdentity(PrivateKey key, X509Certificate certificate) {
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    /** SHA-256 of the certificate as browsers show it: {@code AB:CD:…}. */
    public String fingerprint() {
        try {
            return HexFormat.ofDelimiter(":")
                    .withUpperCase()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256, and this certificate was encoded before", e);
        }
    }

    /** What it is for. */
    Set<SubjectName> subjects() {
        Set<SubjectName> subjects = new LinkedHashSet<>();
        try {
            for (List<?> name : Optional.ofNullable(certificate.getSubjectAlternativeNames())
                    .orElse(List.of())) {
                if (Integer.valueOf(DNS_NAME).equals(name.get(0))) {
                    subjects.add(new SubjectName.Host(String.valueOf(name.get(1))));
                } else if (Integer.valueOf(IP_ADDRESS).equals(name.get(0))) {
                    subjects.add(new SubjectName.Address(InetAddress.getByName(String.valueOf(name.get(1)))));
                }
            }
            return subjects;
        } catch (GeneralSecurityException | UnknownHostException e) {
            throw new IllegalStateException("a certificate of our own that cannot be read", e);
        }
    }

    /** In memory, for a server. */
    public KeyStore keyStore(char[] password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("bascule", key, password, new Certificate[] {certificate});
            return store;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has PKCS12", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "certificate " + fingerprint();
    }
}
