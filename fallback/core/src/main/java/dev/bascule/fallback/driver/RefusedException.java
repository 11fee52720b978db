package dev.bascule.fallback.driver;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/** An engine, a file or a pipeline refused what was asked, in its own words: they travel to the host unchanged. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String errorName;

    public RefusedException(String errorName, String message) {
        super(message);
        this.errorName = errorName;
    }

    /** A refusal of Bascule's own. */
    public RefusedException(OwnRefusal refusal, String message) {
        this(refusal.errorName(), message);
    }

    /** A refusal in the words of the innermost library: what DJL or a class's initialiser wraps is unwrapped. */
    public static RefusedException of(Throwable thrown) {
        Throwable own = thrown;
        Throwable cause = thrown.getCause();
        while (cause != null && (own.getClass().getName().startsWith("ai.djl.") || isWrapper(own))) {
            own = cause;
            cause = own.getCause();
        }
        RefusedException refused = new RefusedException(
                own.getClass().getSimpleName(),
                Optional.ofNullable(own.getMessage()).orElse(own.getClass().getName()));
        refused.initCause(thrown);
        return refused;
    }

    private static boolean isWrapper(Throwable thrown) {
        return thrown instanceof ExceptionInInitializerError
                || thrown instanceof RuntimeException
                        && thrown.getMessage() != null
                        && thrown.getMessage().equals("Failed to load onnx-runtime library");
    }

    /** The class of the library's own error, or a name as telling as one. */
    public String errorName() {
        return errorName;
    }

    public String words() {
        return String.valueOf(getMessage());
    }

    /** For a bug report. */
    public String stack() {
        StringWriter text = new StringWriter();
        printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
