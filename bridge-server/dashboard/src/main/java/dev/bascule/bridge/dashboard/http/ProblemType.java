package dev.bascule.bridge.dashboard.http;

import java.util.List;

/** What can be wrong with a request before it reaches the product. What the product itself says has an {@code ErrorCode}. */
public enum ProblemType {
    BAD_REQUEST(400, "The request cannot be understood", "compare it with /api/v1/openapi.json"),
    SIGN_IN_REQUIRED(401, "Nobody is signed in", "sign in, or send the header `Authorization: Bearer TOKEN`"),
    SIGN_IN_REFUSED(
            401, "This sign-in is refused", "check name and password; `bascule serve user add NAME` makes a user"),
    FOREIGN_REQUEST(
            403, "The request does not come from this server's own pages", "open the dashboard by its own address"),
    CSRF_TOKEN_WRONG(
            403,
            "The request lacks the session's CSRF token",
            "send the csrfToken of GET /api/v1/session as X-CSRF-Token"),
    READ_ONLY(403, "This server is read-only", "start it without --read-only"),
    NOT_FOUND(404, "There is nothing here", "GET /api/v1/openapi.json has every route"),
    METHOD_NOT_ALLOWED(405, "The method is not for this path", "GET /api/v1/openapi.json has every route"),
    CONFLICT(409, "It cannot be done any more", "ask for its state again"),
    TOO_LARGE(413, "The body is too large", "send less than 64 KiB"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is no JSON", "send the header `Content-Type: application/json`"),
    TOO_MANY_REQUESTS(429, "Too many requests", "wait for as long as Retry-After says"),
    TOO_BUSY(503, "The server has as much to do as it takes on", "wait for as long as Retry-After says"),
    INTERNAL_ERROR(500, "The server failed", "its log says why; report it with that");

    private final int status;
    private final String title;
    private final String remedy;

    ProblemType(int status, String title, String remedy) {
        this.status = status;
        this.title = title;
        this.remedy = remedy;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    public List<String> remedies() {
        return List.of(remedy);
    }
}
