package dev.bascule.workers.join;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a coordinator listens, with a token: {@code bascule://HOST:PORT#ID.SECRET.FINGERPRINT}. Immutable; its text is a secret.
 *
 * @param host a name or an address; IPv6 without brackets
 * @param port of the one acceptor
 * @param id of whom the token was issued to
 * @param secret 256 random bits in base64url; the coordinator keeps their hash
 * @param fingerprint SHA-256 of the coordinator's certificate, in lower-case hex: the only one that is accepted
 */
public record JoinAddress(String host, int port, String id, String secret, String fingerprint) {
    public static final String SCHEME = "bascule";
    private static final int BITS_256 = 43;
    private static final Pattern TOKEN =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9_-]{0,59})\\.([A-Za-z0-9_-]{%d})\\.([A-Za-z0-9_-]{%d})"
                    .formatted(BITS_256, BITS_256));

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws BasculeException USAGE_ERROR for anything else; the message does not repeat it
     */
    public static JoinAddress parse(String text) {
        try {
            URI uri = new URI(text.strip());
            String fragment = uri.getRawFragment() == null ? "" : uri.getRawFragment();
            Matcher token = TOKEN.matcher(fragment);
            if (!SCHEME.equals(uri.getScheme()) || uri.getHost() == null || uri.getPort() < 1 || !token.matches()) {
                throw unreadable();
            }
            String host = uri.getHost().startsWith("[")
                    ? uri.getHost().substring(1, uri.getHost().length() - 1)
                    : uri.getHost();
            return new JoinAddress(
                    host,
                    uri.getPort(),
                    token.group(1),
                    token.group(2),
                    HexFormat.of().formatHex(Base64.getUrlDecoder().decode(token.group(3))));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw unreadable();
        }
    }

    /** Without the token: may be shown. */
    public String url() {
        return url(host, port);
    }

    /** The same of a coordinator that listens there. */
    public static String url(String host, int port) {
        return "%s://%s:%d".formatted(SCHEME, host.contains(":") ? "[" + host + "]" : host, port);
    }

    /** With the token: for its holder alone. */
    public String text() {
        return "%s#%s.%s.%s"
                .formatted(
                        url(),
                        id,
                        secret,
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(HexFormat.of().parseHex(fingerprint)));
    }

    private static BasculeException unreadable() {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "that is no address to join: bascule://HOST:PORT#TOKEN is what a coordinator issues",
                "copy the whole line that the coordinator printed, and put it in quotes");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return url() + " as " + id;
    }
}
