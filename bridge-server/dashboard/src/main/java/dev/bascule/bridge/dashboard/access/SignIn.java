package dev.bascule.bridge.dashboard.access;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.RateLimiter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether somebody is who they say. What fails is counted for the address and for the name, known or not, and both
 * have to wait when it becomes too much; but an address that has not failed does not wait for a name. Thread-safe.
 */
public final class SignIn {
    private static final int TRIES_OF_ADDRESS = 10;
    private static final int TRIES_FOR_NAME = 10;
    private static final Duration SPAN = Duration.ofMinutes(10);

    private final PasswordCheck passwords;
    private final TokenCheck tokens;
    private final RateLimiter ofAddress;
    private final RateLimiter forName;

    /** Knows users. */
    public interface PasswordCheck {
        /**
         * Whether it is that user's; must take as long for a user that there is not.
         *
         * @throws Problem.Thrown {@link ProblemType#TOO_MANY_REQUESTS} where as many are being looked at as can be
         */
        boolean matches(String user, char[] password);

        /** Whether whoever signed in then still may: the user is there, and has the same password. */
        boolean holds(String user, Instant signedInAt);

        /** Whether there is any user at all. */
        boolean isEmpty();
    }

    /** Knows tokens. */
    public interface TokenCheck {
        /** The name that who has the token goes by. */
        Optional<String> owner(String token);

        /** The same of the token of a link, which is used up by this. */
        Optional<String> redeem(String token);
    }

    public SignIn(PasswordCheck passwords, TokenCheck tokens, Clock clock) {
        this.passwords = passwords;
        this.tokens = tokens;
        this.ofAddress = new RateLimiter(clock, TRIES_OF_ADDRESS, SPAN);
        this.forName = new RateLimiter(clock, TRIES_FOR_NAME, SPAN);
    }

    /** The name of whoever shows this password; thrown where it is none of theirs. */
    public String byPassword(String user, char[] password, String address) {
        String where = AddressKey.of(address);
        boolean ofName = count(where, user);
        boolean failed = false;
        try {
            failed = !passwords.matches(user, password);
        } finally {
            // What could not be looked at is no failed try either.
            if (!failed) {
                ofAddress.giveBack(where);
                if (ofName) {
                    forName.giveBack(user);
                }
            }
        }
        if (failed) {
            throw refused();
        }
        return user;
    }

    /** The name of whoever shows this token in a sign-in. */
    public String byToken(String token, String address) {
        return byTokenOf(address, () -> tokens.owner(token).or(() -> tokens.redeem(token)));
    }

    /** The name of whoever sends this token with a request. */
    public String byBearer(String token, String address) {
        return byTokenOf(address, () -> tokens.owner(token));
    }

    /** Whether a token that signed somebody in before still does. */
    boolean knows(String token) {
        return tokens.owner(token).isPresent();
    }

    /** Whether a session is still good. */
    boolean holds(SignInSessions.Session session) {
        return Tokens.USERS.contains(session.user()) || passwords.holds(session.user(), session.signedInAt());
    }

    /** Whether anybody could sign in by a password. */
    public boolean takesPasswords() {
        return !passwords.isEmpty();
    }

    private interface Check {
        Optional<String> name();
    }

    /** Nobody guesses a token, so a good one is let in whatever came before it from the same address; wrong ones still count. */
    private String byTokenOf(String address, Check check) {
        return check.name().orElseThrow(() -> {
            ofAddress.take(AddressKey.of(address)).ifPresent(SignIn::later);
            return refused();
        });
    }

    /** Counts a try before it is looked at, so that many at once are no more tries than one after the other. Whether the name paid too. */
    private synchronized boolean count(String where, String user) {
        boolean failedBefore = !ofAddress.isFull(where);
        ofAddress.take(where).ifPresent(SignIn::later);
        Optional<Duration> wait = forName.take(user);
        // Whoever knows a name could lock its owner out by failing: an address that has not failed is let try.
        if (wait.isPresent() && failedBefore) {
            ofAddress.giveBack(where);
            later(wait.get());
        }
        return wait.isEmpty();
    }

    private static void later(Duration wait) {
        throw Problem.later(ProblemType.TOO_MANY_REQUESTS, "too many sign-ins have failed", wait);
    }

    /** Nothing here tells a name that there is from one that there is not. */
    private static Problem.Thrown refused() {
        return Problem.thrown(ProblemType.SIGN_IN_REFUSED, "the name, the password or the token is wrong");
    }
}
