package dev.bascule.workers.wire;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.util.HexFormat;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Certificates that the system's authorities vouch for. Stateless. */
public final class Certificates {
    private static final int REACH_MILLIS = 10_000;

    private Certificates() {}

    /**
     * The certificate of a server that the system trusts under that name.
     *
     * @return its SHA-256 in lower-case hex
     * @throws BasculeException COORDINATOR_UNREACHABLE where nobody answers, COORDINATOR_REFUSED where nobody vouches for it
     */
    public static String vouchedFor(String host, int port) {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), REACH_MILLIS);
            plain.setSoTimeout(REACH_MILLIS);
            SSLSocketFactory system = (SSLSocketFactory) SSLSocketFactory.getDefault();
            try (SSLSocket tls = (SSLSocket) system.createSocket(plain, host, port, true)) {
                SSLParameters parameters = tls.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                tls.setSSLParameters(parameters);
                tls.startHandshake();
                return HexFormat.of()
                        .formatHex(Sha256.digest()
                                .digest(tls.getSession()
                                        .getPeerCertificates()[0]
                                        .getEncoded()));
            }
        } catch (SSLException | CertificateEncodingException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_REFUSED,
                    "no authority of this machine vouches for %s:%d: %s".formatted(host, port, e.getMessage()),
                    "name its certificate with --broker-fingerprint SHA256, as its administrator tells it");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_UNREACHABLE, "no broker answers at %s:%d".formatted(host, port));
        }
    }
}
