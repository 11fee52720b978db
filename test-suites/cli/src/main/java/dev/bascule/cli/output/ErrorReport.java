package dev.bascule.cli.output;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.text.PlainText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.util.Optional;

/** Prints what went wrong, what to do about it, and the line that reproduces it. Stateless. */
public final class ErrorReport {
    private ErrorReport() {}

    /** Prints a failure with its remedies. */
    public static void print(Console console, Failure failure, Optional<Throwable> cause, String reproduce) {
        Style style = console.errStyle();
        console.complain(style.bad("error[" + failure.code() + "]") + ": " + failure.message());
        failure.remedies().forEach(remedy -> console.complain("  remedy: " + Shell.asCalled(remedy)));
        console.complain("  reproduce: " + reproduce);
        if (console.verbosity() == Verbosity.VERBOSE) {
            cause.ifPresent(throwable -> console.complain(stack(throwable)));
        }
    }

    /** What to print for any exception: one of Bascule's own says what it is, any other is a bug. */
    public static Failure failureOf(Throwable throwable) {
        if (throwable instanceof BasculeException known) {
            return known.failure();
        }
        if (throwable instanceof InvalidPathException path) {
            return Failure.of(
                    ErrorCode.USAGE_ERROR,
                    "'%s' cannot be the name of a file here: %s"
                            .formatted(PlainText.line(path.getInput()), path.getReason()),
                    "name another file; where a name has letters beyond ASCII, set LC_ALL=C.UTF-8");
        }
        if (throwable instanceof OutOfMemoryError) {
            return Failure.of(
                    ErrorCode.INTERNAL_ERROR,
                    "the memory of this process is at its end (%s); it had %d MiB"
                            .formatted(
                                    throwable.getMessage(), Runtime.getRuntime().maxMemory() >> 20),
                    "give it more: JAVA_TOOL_OPTIONS=-Xmx8g, or less to do at a time",
                    "if that does not help, report it with the output of the line below and -v");
        }
        if (throwable instanceof LinkageError) {
            return Failure.of(
                    ErrorCode.INTERNAL_ERROR,
                    "a part of Bascule, or of what it runs with, is missing or of another version: " + throwable,
                    "build or unpack Bascule anew; if that does not help, report it with the output of the line below and -v");
        }
        return Failure.of(
                ErrorCode.INTERNAL_ERROR,
                "this is a bug in Bascule: " + throwable,
                "report it with the output of the line below and -v, and `bascule version --json`");
    }

    private static String stack(Throwable throwable) {
        StringWriter text = new StringWriter();
        throwable.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
