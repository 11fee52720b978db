package dev.bascule.bridge.dashboard.http;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An error as the API tells it: problem details of RFC 9457, with the code, what to do, and how bad it is.
 *
 * @param type a URN of the code
 * @param title the same for every occurrence of the code
 * @param status of HTTP
 * @param detail this occurrence
 * @param code an {@link ErrorCode} or a {@link ProblemType}
 * @param severity of the error code
 * @param category of the error code, or {@code request}
 * @param remedies what to do; never empty
 */
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        String severity,
        String category,
        List<String> remedies) {
    static final String MEDIA_TYPE = "application/problem+json";

    public static Problem of(ProblemType trouble, String detail) {
        return of(trouble, detail, trouble.remedies());
    }

    private static Problem of(ProblemType trouble, String detail, List<String> remedies) {
        return new Problem(
                urn(trouble.name()),
                trouble.title(),
                trouble.status(),
                detail,
                trouble.name(),
                "ERROR",
                "request",
                remedies);
    }

    /** What the product says is wrong. */
    public static Problem of(Failure failure) {
        ErrorCode code = failure.code();
        return new Problem(
                urn(code.name()),
                sentence(code.name()),
                status(code),
                failure.message(),
                code.name(),
                code.severity().name(),
                code.category().name().toLowerCase(Locale.ROOT),
                failure.remedies());
    }

    private static int status(ErrorCode code) {
        if (code == ErrorCode.DOWNLOAD_NOT_ALLOWED) {
            return 403;
        }
        return switch (code.exitCode()) {
            case USAGE -> 400;
            case INVALID_INPUT, NOTHING_SELECTED, FAILURES, OK -> 422;
            case ENVIRONMENT, INFRASTRUCTURE, INTERRUPTED -> 503;
            case BUG -> 500;
        };
    }

    private static String urn(String code) {
        return "urn:bascule:error:" + code.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String sentence(String code) {
        return code.charAt(0) + code.substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Ends a request with a problem. */
    public static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Problem problem;
        private final transient Optional<Duration> retryAfter;

        private Thrown(Problem problem, Optional<Duration> retryAfter) {
            super(problem.detail());
            this.problem = problem;
            this.retryAfter = retryAfter;
        }

        public Problem problem() {
            return problem;
        }

        /** When it is worth trying again. */
        public Optional<Duration> retryAfter() {
            return retryAfter;
        }
    }

    public static Thrown thrown(ProblemType trouble, String detail) {
        return new Thrown(of(trouble, detail), Optional.empty());
    }

    /**
     * Nothing has this name.
     *
     * @param remedy where the names are that something has
     */
    public static Thrown unknown(String detail, String remedy) {
        return new Thrown(of(ProblemType.NOT_FOUND, detail, List.of(remedy)), Optional.empty());
    }

    public static Thrown later(ProblemType trouble, String detail, Duration retryAfter) {
        return new Thrown(of(trouble, detail), Optional.of(retryAfter));
    }

    static Thrown thrown(BasculeException error) {
        return new Thrown(of(error.failure()), Optional.empty());
    }
}
