package dev.bascule.bridge.tls;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the certificate between runs, so that a device has to trust it once. Immutable; two processes that both make one at
 * the same time leave one of the two, with its key.
 *
 * @param folder where {@code identity.pem} is, the key and the certificate; both are closed to all but the user
 * @param clock tells when it is to be renewed
 */
public record CertificateFolder(Path folder, Clock clock) {
    private static final String FILE = "identity.pem";
    private static final Duration RENEWED_BEFORE = Duration.ofDays(30);
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /**
     * The one that is kept if it is for all these subjects and does not expire soon, else a new one, which is kept.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} when it cannot be kept
     */
    public TlsIdentity obtain(Set<SubjectName> subjects) {
        close();
        Optional<TlsIdentity> kept = read().filter(identity -> isGood(identity, subjects));
        if (kept.isPresent()) {
            return kept.get();
        }
        TlsIdentity made = SelfMadeCertificate.make(subjects, clock.instant(), new SecureRandom());
        write(made);
        return made;
    }

    /** To others: what an earlier version left open is not taken as it was. */
    private void close() {
        try {
            PrivateFiles.prepareFolder(folder);
            if (Files.isRegularFile(folder.resolve(FILE))) {
                PrivateFiles.prepare(folder.resolve(FILE));
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private boolean isGood(TlsIdentity identity, Set<SubjectName> subjects) {
        return identity.certificate()
                        .getNotAfter()
                        .toInstant()
                        .isAfter(clock.instant().plus(RENEWED_BEFORE))
                && !clock.instant()
                        .isBefore(identity.certificate().getNotBefore().toInstant())
                && identity.subjects().containsAll(subjects);
    }

    /** What is kept; empty where there is nothing, or nothing of use. */
    private Optional<TlsIdentity> read() {
        try {
            String text = Files.readString(folder.resolve(FILE));
            PrivateKey key =
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(part(text, "PRIVATE KEY")));
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(part(text, "CERTIFICATE")));
            return belongTogether(key, certificate) ? Optional.of(new TlsIdentity(key, certificate)) : Optional.empty();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException absentOrDamaged) {
            return Optional.empty();
        }
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        byte[] text = certificate.getSerialNumber().toByteArray();
        Signature signing = Signature.getInstance("SHA256withECDSA");
        signing.initSign(key);
        signing.update(text);
        Signature checking = Signature.getInstance("SHA256withECDSA");
        checking.initVerify(certificate.getPublicKey());
        checking.update(text);
        return checking.verify(signing.sign());
    }

    private static byte[] part(String pem, String label) {
        String begin = "-----BEGIN " + label + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + label + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("there is no " + label);
        }
        return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    }

    private void write(TlsIdentity identity) {
        try {
            String pem = pem("PRIVATE KEY", identity.key().getEncoded())
                    + pem("CERTIFICATE", identity.certificate().getEncoded());
            PrivateFiles.replace(folder.resolve(FILE), pem);
        } catch (IOException | CertificateEncodingException e) {
            throw unwritable(e);
        }
    }

    private BasculeException unwritable(Exception e) {
        return BasculeException.because(
                e,
                ErrorCode.OUTPUT_UNWRITABLE,
                "the certificate cannot be kept in '%s': %s".formatted(folder, e),
                "free space or permissions on the folder");
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, LINES.encodeToString(der));
    }
}
