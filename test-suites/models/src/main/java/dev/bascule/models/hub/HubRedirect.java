package dev.bascule.models.hub;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.PlainText;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/** Where the hub sends on to. Stateless. */
final class HubRedirect {
    private HubRedirect() {}

    /**
     * The next address.
     *
     * @throws BasculeException {@link ErrorCode#HUB_REFUSED} where it is none, or leaves TLS
     */
    static URI follow(URI from, String location) {
        URI next = resolved(from, location)
                .filter(HubRedirect::isWeb)
                .orElseThrow(() -> refused(from, location, "which is no http or https address"));
        if (isSecure(from) && !isSecure(next)) {
            throw refused(from, location, "which anybody on the way could change");
        }
        return next;
    }

    static boolean isSecure(URI address) {
        return "https".equalsIgnoreCase(address.getScheme());
    }

    /** Whether two addresses are of one server, by the same protocol. */
    static boolean isSameServer(URI one, URI other) {
        return isSecure(one) == isSecure(other)
                && String.valueOf(one.getHost()).equalsIgnoreCase(other.getHost())
                && port(one) == port(other);
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return isSecure(address) ? 443 : 80;
    }

    private static Optional<URI> resolved(URI from, String location) {
        try {
            return Optional.of(from.resolve(location));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    private static boolean isWeb(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        return (scheme.equals("http") || scheme.equals("https"))
                && address.getHost() != null
                && address.getRawUserInfo() == null;
    }

    private static BasculeException refused(URI from, String location, String why) {
        return new BasculeException(
                ErrorCode.HUB_REFUSED,
                "%s sends on to '%s', %s".formatted(from.getHost(), PlainText.line(location), why),
                "a proxy or mirror on the way may have changed the answer: see HF_ENDPOINT");
    }
}
