package dev.bascule.bridge.server;

import dev.bascule.bridge.tls.OwnNames;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides by their headers which requests are let in. A page of another site can reach this machine's ports: by its own
 * Origin, by a name of its own that it lets resolve to an address here (DNS rebinding), which shows in Host, or by an element
 * that fetches without Origin, which shows in Sec-Fetch-Site. Immutable.
 *
 * @param names the host names that are the bridge's own, without port
 */
public record RequestGuard(Set<String> names) {

    public RequestGuard {
        names = Set.copyOf(names);
    }

    /** Loopback's names, the one that was bound to, and off loopback all of this machine's. */
    static RequestGuard of(String bound) {
        Set<String> names = new LinkedHashSet<>(List.of("127.0.0.1", "localhost", "[::1]"));
        names.add(Listeners.inUrl(bound).toLowerCase(Locale.ROOT));
        if (!Listeners.isLoopback(bound)) {
            names.addAll(OwnNames.ofThisMachine().hosts());
        }
        return new RequestGuard(names);
    }

    boolean admits(Context context) {
        Door door = new Door(context.req().isSecure(), context.req().getLocalPort());
        return knowsHost(Optional.ofNullable(context.header("Host")), door)
                && allowsOrigin(Optional.ofNullable(context.header("Origin")), door)
                && (!isForeign(context) || opensPage(context));
    }

    /**
     * Whether the browser says that another site's page asks. The same site is another one, too: for a browser, all ports of
     * this machine are one site, and a page at another port is another program's. Programs that are no browser say nothing.
     */
    public static boolean isForeign(Context context) {
        String site = Optional.ofNullable(context.header("Sec-Fetch-Site")).orElse("none");
        return !site.equals("same-origin") && !site.equals("none");
    }

    /** A person follows a link to here. */
    private static boolean opensPage(Context context) {
        return context.method() == HandlerType.GET
                && "navigate".equals(context.header("Sec-Fetch-Mode"))
                && "document".equals(context.header("Sec-Fetch-Dest"));
    }

    /** Where a request came in. */
    record Door(boolean secure, int port) {
        private String scheme() {
            return secure ? "https://" : "http://";
        }

        private boolean isStandard() {
            return port == (secure ? 443 : 80);
        }
    }

    boolean knowsHost(Optional<String> host, Door door) {
        return host.map(value -> isOwn(value, door)).orElse(false);
    }

    /** A request without Origin does not come from another site's page; a runner still needs its token. */
    boolean allowsOrigin(Optional<String> origin, Door door) {
        return origin.map(value -> value.startsWith(door.scheme())
                        && isOwn(value.substring(door.scheme().length()), door))
                .orElse(true);
    }

    private boolean isOwn(String authority, Door door) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String suffix = ":" + door.port;
        return lower.endsWith(suffix)
                ? names.contains(lower.substring(0, lower.length() - suffix.length()))
                : door.isStandard() && names.contains(lower);
    }
}
