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
        names.add(ListeningPorts.inUrl(bound).toLowerCase(Locale.ROOT));
        if (!ListeningPorts.isLoopback(bound)) {
            names.addAll(OwnNames.ofThisMachine().hosts());
        }
        return new RequestGuard(names);
    }

    boolean admits(Context context) {
        EntryPoint entry =
                new EntryPoint(context.req().isSecure(), context.req().getLocalPort());
        return knowsHost(Optional.ofNullable(context.header("Host")), entry)
                && allowsOrigin(Optional.ofNullable(context.header("Origin")), entry)
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

    /** The place where a request came in. */
    record EntryPoint(boolean secure, int port) {
        private String scheme() {
            return secure ? "https://" : "http://";
        }

        private boolean isStandard() {
            return port == (secure ? 443 : 80);
        }
    }

    boolean knowsHost(Optional<String> host, EntryPoint entry) {
        return host.map(value -> isOwn(value, entry)).orElse(false);
    }

    /** A request without Origin does not come from another site's page; a runner still needs its token. */
    boolean allowsOrigin(Optional<String> origin, EntryPoint entry) {
        return origin.map(value -> value.startsWith(entry.scheme())
                        && isOwn(value.substring(entry.scheme().length()), entry))
                .orElse(true);
    }

    private boolean isOwn(String authority, EntryPoint entry) {
        String lower = authority.toLowerCase(Locale.ROOT);
        String suffix = ":" + entry.port;
        return lower.endsWith(suffix)
                ? names.contains(lower.substring(0, lower.length() - suffix.length()))
                : entry.isStandard() && names.contains(lower);
    }
}
