package dev.bascule.bridge.server;

/** Ends a request with an error; only the bridge's own handlers throw and catch it. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpError error;

    Refusal(HttpError error) {
        super(error.name());
        this.error = error;
    }

    HttpError error() {
        return error;
    }
}
