package dev.bascule.bridge.dashboard.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.bridge.limit.LogLimit;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.eclipse.jetty.io.EofException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A writer of responses. Stateless, but for how much it has logged. */
public final class Responses {
    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);

    private static final LogLimit FAILURES = new LogLimit(Clock.systemUTC());

    private Responses() {}

    /** A value as JSON, not to be kept by anybody. */
    public static void json(Context context, Object value) {
        context.header("Cache-Control", "no-store");
        write(context, value);
    }

    /**
     * A value as JSON, which a client may keep, and has to ask for again.
     *
     * @param tag changes when the answer to the same URL does
     * @param value made only if the client has not got it
     */
    public static void tagged(Context context, String tag, Making value) throws IOException {
        if (unchanged(context, tag)) {
            return;
        }
        write(context, value.make());
    }

    /** Makes what is answered. */
    @FunctionalInterface
    public interface Making {
        Object make() throws IOException;
    }

    /** Sets the tag's headers; whether the client has the answer already, which then is complete. */
    public static boolean unchanged(Context context, String tag) {
        String quoted = "W/\"" + tag + "\"";
        context.header("Cache-Control", "private, no-cache").header("ETag", quoted);
        boolean has = Optional.ofNullable(context.header("If-None-Match"))
                .map(tags -> tags.contains(quoted))
                .orElse(false);
        if (has) {
            context.status(304);
        }
        return has;
    }

    private static void write(Context context, Object value) {
        try {
            context.contentType("application/json").result(Json.MAPPER.writeValueAsBytes(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer that is no JSON", e);
        }
    }

    /** What went wrong, as problem details; what the product did not foresee goes to the log. */
    public static void problem(Context context, Exception error) {
        if (error instanceof EofException || error.getCause() instanceof EofException) {
            LOG.debug("the client of {} left before its end", context.path());
            return;
        }
        Problem.Thrown thrown = thrown(context, error);
        thrown.retryAfter()
                .ifPresent(wait -> context.header("Retry-After", Long.toString(Math.max(1, wait.toSeconds()))));
        Problem problem = thrown.problem();
        if (problem.code().equals(ProblemType.SIGN_IN_REQUIRED.name())) {
            // No Basic dialog in browsers, which this scheme does not open.
            context.header("WWW-Authenticate", "Bearer realm=\"bascule\"");
        }
        context.status(problem.status()).header("Cache-Control", "no-store");
        write(context, problem);
        context.contentType(Problem.MEDIA_TYPE);
    }

    private static Problem.Thrown thrown(Context context, Exception error) {
        if (error instanceof Problem.Thrown known) {
            return known;
        }
        if (error instanceof BasculeException known) {
            return Problem.thrown(known);
        }
        if (error instanceof HttpResponseException response) {
            return switch (response.getStatus()) {
                case 405 ->
                    Problem.thrown(
                            ProblemType.METHOD_NOT_ALLOWED,
                            "%s is not for %s".formatted(context.method(), context.path()));
                case 413 -> Problem.thrown(ProblemType.TOO_LARGE, "the body of a request has at most 64 KiB");
                default -> Problem.thrown(ProblemType.NOT_FOUND, "there is nothing at %s".formatted(context.path()));
            };
        }
        if (FAILURES.tells(context.ip())) {
            LOG.warn("{} {} failed", context.method(), context.path(), error);
        }
        return Problem.thrown(ProblemType.INTERNAL_ERROR, "the server failed at this request");
    }
}
