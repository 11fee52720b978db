package dev.bascule.bridge.server;

import io.javalin.http.Context;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides by their headers which requests are let in. A page of another site can reach a loopback port: by its own
 * Origin, or by a name of its own that it lets resolve to 127.0.0.1 (DNS rebinding), which shows in Host. Immutable.
 *
 * @param names the host names that are the bridge's own, without port
 */
record RequestGuard(Set<String> names) {

    RequestGuard {
        names = Set.copyOf(names);
    }

    static RequestGuard of(String bound) {
        Set<String> names = new LinkedHashSet<>(List.of("127.0.0.1", "localhost", "[::1]"));
        names.add(bound.toLowerCase(Locale.ROOT));
        return new RequestGuard(names);
    }

    boolean admits(Context context) {
        int port = context.req().getLocalPort();
        return knowsHost(Optional.ofNullable(context.header("Host")), port)
                && allowsOrigin(Optional.ofNullable(context.header("Origin")), port);
    }

    boolean knowsHost(Optional<String> host, int port) {
        return host.map(value -> isOwn(value, port)).orElse(false);
    }

    /** A request without Origin does not come from another site's page; a runner still needs its token. */
    boolean allowsOrigin(Optional<String> origin, int port) {
        String scheme = "http://";
        return origin.map(value -> value.startsWith(scheme) && isOwn(value.substring(scheme.length()), port))
                .orElse(true);
    }

    private boolean isOwn(String authority, int port) {
        String suffix = ":" + port;
        return authority.endsWith(suffix)
                && names.contains(authority
                        .substring(0, authority.length() - suffix.length())
                        .toLowerCase(Locale.ROOT));
    }
}
