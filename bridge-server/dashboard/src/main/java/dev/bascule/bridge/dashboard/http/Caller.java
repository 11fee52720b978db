package dev.bascule.bridge.dashboard.http;

import java.util.Optional;

/**
 * Who asks.
 *
 * @param user the name of who is signed in; empty for a visitor
 * @param address where the request came from
 */
public record Caller(Optional<String> user, String address) {

    /** The user's name, where the route's access says that there is one. */
    public String name() {
        return user.orElseThrow(() -> new IllegalStateException("a route for visitors asked for a user"));
    }
}
