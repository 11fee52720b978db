package dev.bascule.bridge.server;

/** The end of a request with an error; only the bridge's own handlers throw and catch it. */
final class HttpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpError error;

    HttpRefusal(HttpError error) {
        super(error.name());
        this.error = error;
    }

    HttpError error() {
        return error;
    }
}
