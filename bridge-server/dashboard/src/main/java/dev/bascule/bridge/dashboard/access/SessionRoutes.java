package dev.bascule.bridge.dashboard.access;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.AuditDetails;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Signing in and out, and the audit log. Thread-safe. */
public final class SessionRoutes {
    private static final int LONGEST = 1_000;

    private final AccessPolicy policy;
    private final Optional<String> store;
    private final AccessControl accessControl;
    private final SignInSessions sessions;
    private final SignIn signIn;
    private final AuditLog audit;

    /** @param store the history's file as a command line names it, where that has to be said */
    public SessionRoutes(
            AccessPolicy policy,
            Optional<String> store,
            AccessControl accessControl,
            SignInSessions sessions,
            SignIn signIn,
            AuditLog audit) {
        this.policy = policy;
        this.store = store;
        this.accessControl = accessControl;
        this.sessions = sessions;
        this.signIn = signIn;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/session", Access.OPEN, this::show),
                Route.post("/session", Access.OPEN, this::begin),
                Route.delete("/session", Access.SIGNED_IN, this::end),
                Route.get("/audit", Access.SIGNED_IN, this::audit));
    }

    /**
     * What one is to the server.
     *
     * @param csrfToken to be sent as X-CSRF-Token with what changes something; null without a session
     * @param view {@code public} where reading needs no sign-in
     * @param signInBy ways to sign in
     * @param store the history's file, for command lines; null where it is the usual one, or one may not read it
     */
    record SessionStatus(
            boolean signedIn,
            Optional<String> user,
            Optional<String> csrfToken,
            Optional<Instant> expiresAt,
            boolean readOnly,
            String view,
            List<String> signInBy,
            Optional<String> store) {}

    /** Either a user and a password, or a token. */
    record Credentials(Optional<String> user, Optional<String> password, Optional<String> token) {}

    private void show(Context context, Caller caller) {
        Responses.json(context, standing(caller.user(), accessControl.session(context)));
    }

    private SessionStatus standing(Optional<String> user, Optional<SignInSessions.Session> session) {
        List<String> ways = new ArrayList<>(List.of("token"));
        if (signIn.takesPasswords()) {
            ways.add(0, "password");
        }
        return new SessionStatus(
                user.isPresent(),
                user,
                session.map(SignInSessions.Session::csrfToken),
                session.map(sessions::expiry),
                policy.readOnly(),
                policy.viewSignedIn() ? "signed-in" : "public",
                ways,
                store.filter(file -> user.isPresent() || !policy.viewSignedIn()));
    }

    private void begin(Context context, Caller caller) {
        Credentials given = Parameters.body(context, Credentials.class);
        String user = who(given, caller.address());
        SignInSessions.Begun begun = sessions.begin(user, Cookies.read(context));
        Cookies.set(context, begun.id());
        AuditDetails.user(context, user);
        context.status(201);
        Responses.json(context, standing(Optional.of(user), Optional.of(begun.session())));
    }

    private String who(Credentials given, String address) {
        if (given.token().isPresent()) {
            return signIn.byToken(limited(given.token().get()), address);
        }
        if (given.user().isPresent() && given.password().isPresent()) {
            return signIn.byPassword(
                    limited(given.user().get()), limited(given.password().get()).toCharArray(), address);
        }
        throw Problem.thrown(ProblemType.BAD_REQUEST, "a sign-in has a user and a password, or a token");
    }

    /** Hashing a book would be work that anybody could order. */
    private static String limited(String text) {
        if (text.length() > LONGEST) {
            throw Problem.thrown(
                    ProblemType.BAD_REQUEST, "a name, password or token has at most %d letters".formatted(LONGEST));
        }
        return text;
    }

    private void end(Context context, Caller caller) {
        Cookies.read(context).ifPresent(sessions::end);
        Cookies.clear(context);
        context.status(204);
    }

    /** @param entries the newest first */
    record Entries(List<AuditEntry> entries) {}

    private void audit(Context context, Caller caller) {
        int limit = Parameters.number(context, "limit", 100, 1, 1_000);
        Responses.json(context, new Entries(audit.newest().stream().limit(limit).toList()));
    }
}
