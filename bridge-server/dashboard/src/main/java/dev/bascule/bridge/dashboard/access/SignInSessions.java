package dev.bascule.bridge.dashboard.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The sessions of those who are signed in. In memory only: a restart signs everybody out. Kept under hashes of their ids, so
 * that a dump of the memory's map lets nobody in. Thread-safe.
 */
public final class SignInSessions {
    /** So that nobody fills the memory with sign-ins. */
    private static final int MOST = 1_000;

    private final Clock clock;
    private final Supplier<String> secrets;
    private final Lifetime lifetime;
    private final Map<String, Session> open = new HashMap<>();

    /**
     * How long a session lasts.
     *
     * @param idle since its last use
     * @param absolute since the sign-in
     */
    public record Lifetime(Duration idle, Duration absolute) {
        public static final Lifetime USUAL = new Lifetime(Duration.ofHours(2), Duration.ofHours(24));
    }

    /**
     * A session.
     *
     * @param user who signed in
     * @param csrfToken what a request that changes something has to show beside the cookie
     */
    public record Session(String user, String csrfToken, Instant signedInAt, Instant lastSeenAt) {}

    /**
     * A session that has just begun.
     *
     * @param id the secret that the cookie holds
     */
    public record Begun(String id, Session session) {}

    public SignInSessions(Clock clock, Supplier<String> secrets, Lifetime lifetime) {
        this.clock = clock;
        this.secrets = secrets;
        this.lifetime = lifetime;
    }

    /** Begins one, under a new id; the one that the browser had until now ends. */
    public synchronized Begun begin(String user, Optional<String> before) {
        before.ifPresent(this::end);
        sweep();
        if (open.size() >= MOST) {
            open.entrySet().stream()
                    .min(Comparator.comparing(entry -> entry.getValue().lastSeenAt()))
                    .ifPresent(oldest -> open.remove(oldest.getKey()));
        }
        Instant now = clock.instant();
        String id = secrets.get();
        Session session = new Session(user, secrets.get(), now, now);
        open.put(Secrets.hashed(id), session);
        return new Begun(id, session);
    }

    /** The session of this id, which now counts as used; empty where there is none, or no longer. */
    public synchronized Optional<Session> use(String id) {
        String key = Secrets.hashed(id);
        Session session = open.get(key);
        if (session == null) {
            return Optional.empty();
        }
        if (over(session)) {
            open.remove(key);
            return Optional.empty();
        }
        Session used = new Session(session.user(), session.csrfToken(), session.signedInAt(), clock.instant());
        open.put(key, used);
        return Optional.of(used);
    }

    /** The session of this id, where there is one still; looking is no use of it. */
    public synchronized Optional<Session> look(String id) {
        return Optional.ofNullable(open.get(Secrets.hashed(id))).filter(session -> !over(session));
    }

    public synchronized void end(String id) {
        open.remove(Secrets.hashed(id));
    }

    /** When it ends if it is not used again. */
    public Instant expiry(Session session) {
        Instant idle = session.lastSeenAt().plus(lifetime.idle());
        Instant absolute = session.signedInAt().plus(lifetime.absolute());
        return idle.isBefore(absolute) ? idle : absolute;
    }

    private boolean over(Session session) {
        return !clock.instant().isBefore(expiry(session));
    }

    private void sweep() {
        open.values().removeIf(this::over);
    }
}
