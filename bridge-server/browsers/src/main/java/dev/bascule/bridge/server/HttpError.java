package dev.bascule.bridge.server;

import dev.bascule.fallback.json.Json;
import io.javalin.http.Context;

/** The errors of the HTTP side; each is answered as {@code {"code": …, "message": …}}. */
enum HttpError {
    NOT_FOUND(404, "there is nothing here"),
    FORBIDDEN(403, "this request does not come from one of the bridge's own pages"),
    METHOD_NOT_ALLOWED(405, "only GET is answered"),
    MODEL_CHANGED(409, "the file is gone or no longer the one that was registered"),
    TOO_MANY_REQUESTS(429, "this address sends too many requests"),
    TOO_MANY_CONNECTIONS(503, "as many runners are connected as the bridge allows"),
    INTERNAL(500, "the bridge failed; its log says why");

    private final int status;
    private final String message;

    HttpError(int status, String message) {
        this.status = status;
        this.message = message;
    }

    int status() {
        return status;
    }

    void answer(Context context) {
        context.status(status)
                .contentType("application/json")
                .header("Cache-Control", "no-store")
                .result(Json.MAPPER
                        .createObjectNode()
                        .put("code", name())
                        .put("message", message)
                        .toString());
    }
}
