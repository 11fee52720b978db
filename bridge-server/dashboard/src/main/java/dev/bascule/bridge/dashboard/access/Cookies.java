package dev.bascule.bridge.dashboard.access;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;

/** The cookie that holds a session's id. Stateless. */
final class Cookies {
    private Cookies() {}

    /** Browsers do not keep ports apart, and a machine may run several servers. {@code __Host-} binds it to this host by TLS. */
    private static String name(Context context) {
        String own = "bascule-" + context.req().getLocalPort();
        return context.req().isSecure() ? "__Host-" + own : own;
    }

    static Optional<String> read(Context context) {
        return Optional.ofNullable(context.cookie(name(context))).filter(id -> !id.isEmpty());
    }

    static void set(Context context, String id) {
        context.cookie(cookie(context, id, -1));
    }

    static void clear(Context context) {
        context.cookie(cookie(context, "", 0));
    }

    /** No page's script can read it, and no other site's page makes a browser send it. */
    private static Cookie cookie(Context context, String value, int maxAge) {
        return new Cookie(name(context), value, "/", maxAge, context.req().isSecure(), true, null, SameSite.STRICT);
    }
}
