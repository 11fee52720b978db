package dev.bascule.bridge.dashboard.http;

/** What a caller must be to use a route. */
public enum Access {
    /** Anybody: it tells nothing of the history. */
    OPEN,
    /** Anybody, or whoever is signed in where the server says so ({@code --view signed-in}). */
    READ,
    /** Whoever is signed in. */
    SIGNED_IN,
    /** Whoever is signed in, with the proof that no other site's page asks; nobody where the server is read-only. */
    CHANGE
}
