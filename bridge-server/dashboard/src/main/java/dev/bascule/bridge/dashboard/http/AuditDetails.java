package dev.bascule.bridge.dashboard.http;

import io.javalin.http.Context;
import java.util.Optional;

/** What a handler tells the audit log of its request. Stateless. */
public final class AuditDetails {
    private static final String SUBJECT = "bascule.audit.subject";
    private static final String HARMLESS = "bascule.audit.harmless";
    private static final String USER = "bascule.audit.user";

    private AuditDetails() {}

    /** To what it is done. Must hold no secret. */
    public static void subject(Context context, String subject) {
        context.attribute(SUBJECT, subject);
    }

    public static Optional<String> subject(Context context) {
        return Optional.ofNullable(context.attribute(SUBJECT));
    }

    /** That it changes nothing, so that nothing of it is audited but that somebody was not let in. */
    public static void harmless(Context context) {
        context.attribute(HARMLESS, true);
    }

    public static boolean isHarmless(Context context) {
        return Boolean.TRUE.equals(context.attribute(HARMLESS));
    }

    /** Who it turned out to be. */
    public static void user(Context context, String user) {
        context.attribute(USER, user);
    }

    public static Optional<String> user(Context context) {
        return Optional.ofNullable(context.attribute(USER));
    }
}
