package dev.bascule.bridge.dashboard.access;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.RateLimiter;
import dev.bascule.bridge.server.RequestGuard;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The access control of routes, which lets a request through or throws what keeps it out. What came in by this server's Host
 * and from its own Origin only has been looked at before. Thread-safe.
 */
public final class AccessControl {
    private static final String BEARER = "Bearer ";
    private static final String CSRF_HEADER = "X-CSRF-Token";
    /** The one page among what is data. */
    private static final String PAGE = "/report.html";

    private static final int BURST = 300;
    private static final Duration REFILL = Duration.ofSeconds(30);

    private final AccessPolicy policy;
    private final SignInSessions sessions;
    private final SignIn signIn;
    private final RateLimiter requests;

    public AccessControl(AccessPolicy policy, SignInSessions sessions, SignIn signIn, Clock clock) {
        this(policy, sessions, signIn, new RateLimiter(clock, BURST, REFILL));
    }

    AccessControl(AccessPolicy policy, SignInSessions sessions, SignIn signIn, RateLimiter requests) {
        this.policy = policy;
        this.sessions = sessions;
        this.signIn = signIn;
        this.requests = requests;
    }

    /** Who asks, if they may. */
    public Caller admit(Context context, Route route) {
        String address = context.req().getRemoteAddr();
        Optional<String> token = bearer(context);
        Optional<SignInSessions.Session> session = token.isPresent() ? Optional.empty() : session(context);
        // Who is known pays alone: strangers of the same address cannot keep them out.
        String payer = token.filter(signIn::knows)
                .map(known -> "by token")
                .or(() -> session.map(known -> "user " + known.user()))
                .orElseGet(() -> AddressKey.of(address));
        // Signing in has limits of its own, by what was tried.
        if (!changes(route) || route.access() != Access.OPEN) {
            requests.take(payer).ifPresent(wait -> {
                throw Problem.later(ProblemType.TOO_MANY_REQUESTS, "too many requests come from here", wait);
            });
        }
        refuseOtherSites(context);
        if (token.isPresent()) {
            Caller caller = new Caller(Optional.of(signIn.byBearer(token.get(), address)), address);
            check(route, caller);
            return caller;
        }
        Caller caller = new Caller(session.map(SignInSessions.Session::user), address);
        check(route, caller);
        if (changes(route) && route.access() != Access.OPEN) {
            session.ifPresent(known -> checkCsrf(context, known));
        }
        return caller;
    }

    /** The session that the request's cookie stands for. */
    public Optional<SignInSessions.Session> session(Context context) {
        return Cookies.read(context).flatMap(sessions::use).filter(signIn::holds);
    }

    /**
     * What to ask, as long as an answer goes on, whether whoever sent this request may still read. Asking is no use of a
     * session.
     */
    public BooleanSupplier reader(Context context) {
        if (!policy.viewSignedIn()) {
            return () -> true;
        }
        Optional<String> token = bearer(context);
        if (token.isPresent()) {
            return () -> signIn.knows(token.get());
        }
        Optional<String> session = Cookies.read(context);
        return () -> session.flatMap(sessions::look).filter(signIn::holds).isPresent();
    }

    private void check(Route route, Caller caller) {
        boolean needsUser = switch (route.access()) {
            case OPEN -> false;
            case READ -> policy.viewSignedIn();
            case SIGNED_IN, CHANGE -> true;
        };
        if (route.access() == Access.CHANGE && policy.readOnly()) {
            throw Problem.thrown(ProblemType.READ_ONLY, "nothing can be changed here");
        }
        if (needsUser && caller.user().isEmpty()) {
            throw Problem.thrown(
                    ProblemType.SIGN_IN_REQUIRED,
                    "%s %s is for who is signed in".formatted(route.method().name(), route.fullPath()));
        }
    }

    /** What comes from elsewhere and got here is a person's link. Such a link leads to pages; all others here are data. */
    private static void refuseOtherSites(Context context) {
        if (RequestGuard.isForeign(context) && !context.path().endsWith(PAGE)) {
            throw Problem.thrown(ProblemType.FOREIGN_REQUEST, "a page of another site sends this request");
        }
    }

    /** A token in a header shows by itself that no other site's page asks: none can send it. A cookie comes along by itself. */
    private static void checkCsrf(Context context, SignInSessions.Session session) {
        boolean shown = Optional.ofNullable(context.header(CSRF_HEADER))
                .map(token -> Secrets.equal(session.csrfToken(), token))
                .orElse(false);
        if (!shown) {
            throw Problem.thrown(
                    ProblemType.CSRF_TOKEN_WRONG, "the header %s is missing or wrong".formatted(CSRF_HEADER));
        }
    }

    private static boolean changes(Route route) {
        return !route.method().equals(HandlerType.GET);
    }

    private static Optional<String> bearer(Context context) {
        return Optional.ofNullable(context.header("Authorization"))
                .filter(text -> text.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(text -> text.substring(BEARER.length()).strip());
    }
}
