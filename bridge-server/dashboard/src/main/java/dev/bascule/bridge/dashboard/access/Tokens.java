package dev.bascule.bridge.dashboard.access;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The server's bearer token, where it was given one, and the link that signs in whoever opens it first. Thread-safe.
 */
public final class Tokens implements SignIn.TokenCheck {
    /** Who comes by the bearer token. */
    static final String TOKEN_USER = "token";
    /** Who comes by a link that was printed where the server runs. */
    static final String LINK_USER = "local";
    /** Names that no user with a password can have. */
    static final Set<String> USERS = Set.of(TOKEN_USER, LINK_USER);

    private final Optional<String> bearer;
    private final Supplier<String> secrets;
    private final Consumer<String> renewed;
    private String link;

    /**
     * @param bearer the token that stays
     * @param renewed is told the next link's token when one was used up
     */
    public Tokens(Optional<String> bearer, Supplier<String> secrets, Consumer<String> renewed) {
        this.bearer = bearer;
        this.secrets = secrets;
        this.renewed = renewed;
        this.link = secrets.get();
    }

    /** The token of the link that signs in once. */
    public synchronized String link() {
        return link;
    }

    /** Whether there is a token that stays. */
    public boolean hasBearer() {
        return bearer.isPresent();
    }

    @Override
    public Optional<String> owner(String token) {
        return bearer.filter(known -> Secrets.equal(known, token)).map(known -> TOKEN_USER);
    }

    @Override
    public Optional<String> redeem(String token) {
        String next;
        synchronized (this) {
            if (!Secrets.equal(link, token)) {
                return Optional.empty();
            }
            link = secrets.get();
            next = link;
        }
        renewed.accept(next);
        return Optional.of(LINK_USER);
    }
}
