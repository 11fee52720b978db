package dev.bascule.fallback.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Misuse or a broken environment: the one root of Bascule's exceptions. What a case may expect is a {@link Failure}. */
public final class BasculeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final List<String> remedies;

    private BasculeException(Failure failure, @Nullable Throwable cause) {
        super(failure.message(), cause);
        this.code = failure.code();
        this.remedies = failure.remedies();
    }

    public BasculeException(ErrorCode code, String message, String... remedies) {
        this(Failure.of(code, message, remedies), null);
    }

    /** With the cause that a bug report needs. */
    public static BasculeException because(Throwable cause, ErrorCode code, String message, String... remedies) {
        return new BasculeException(Failure.of(code, message, remedies), cause);
    }

    public ErrorCode code() {
        return code;
    }

    public Failure failure() {
        return new Failure(code, String.valueOf(getMessage()), remedies);
    }
}
