package dev.bascule.bridge.tls;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes a certificate that signs itself: EC P-256, for a server only, of no use to sign others. Stateless. */
final class SelfMadeCertificate {
    /** Apple refuses server certificates that are valid for longer than 825 days. */
    static final Duration VALIDITY = Duration.ofDays(397);

    /** Clocks of phones are not always right. */
    private static final Duration BACKDATED = Duration.ofDays(1);

    private static final int SERIAL_BITS = 127;

    private SelfMadeCertificate() {}

    static TlsIdentity make(Collection<SubjectName> subjects, Instant now, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            X500Name name = new X500Name("CN=Bascule on this machine");
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                            name,
                            new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                            Date.from(now.minus(BACKDATED)),
                            Date.from(now.plus(VALIDITY)),
                            name,
                            pair.getPublic())
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(Extension.subjectAlternativeName, false, names(subjects));
            return new TlsIdentity(
                    pair.getPrivate(),
                    new JcaX509CertificateConverter()
                            .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA")
                                    .setSecureRandom(random)
                                    .build(pair.getPrivate()))));
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new IllegalStateException("every JDK has EC P-256 and SHA-256", e);
        }
    }

    private static GeneralNames names(Collection<SubjectName> subjects) {
        return new GeneralNames(subjects.stream()
                .map(subject -> subject.fold(
                        host -> new GeneralName(GeneralName.dNSName, host),
                        address -> new GeneralName(GeneralName.iPAddress, address.getHostAddress())))
                .toArray(GeneralName[]::new));
    }
}
