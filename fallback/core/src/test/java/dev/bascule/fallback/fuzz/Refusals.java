package dev.bascule.fallback.fuzz;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * What a reader may do with any input: give a value, or refuse it with an error that says so. Everything else that it throws is
 * a bug, and leaves here as an {@link AssertionError}. Stateless.
 */
public final class Refusals {
    private static final Set<ExitCode> BAD_INPUT = Set.of(ExitCode.USAGE, ExitCode.INVALID_INPUT);

    private Refusals() {}

    /** The value; empty where it was refused as bad input, in words. */
    public static <T> Optional<T> read(Callable<T> reader) {
        try {
            return Optional.of(reader.call());
        } catch (BasculeException e) {
            // A damaged history is the store's trouble, whose exit code is the environment's.
            if (!BAD_INPUT.contains(e.code().exitCode()) && e.code() != ErrorCode.STORE_INVALID) {
                throw new AssertionError("refused by %s, which is not the input's fault".formatted(e.code()), e);
            }
            return refused(e);
        } catch (Exception e) {
            throw new AssertionError("neither read nor refused: " + e, e);
        }
    }

    /** The value; empty where it was refused by the reader's own class of error, which its callers expect. */
    public static <T> Optional<T> read(Class<? extends Exception> refusal, Callable<T> reader) {
        try {
            return Optional.of(reader.call());
        } catch (Exception e) {
            if (e.getClass() == refusal) {
                return refused(e);
            }
            throw new AssertionError("neither read nor refused: " + e, e);
        }
    }

    private static <T> Optional<T> refused(Exception e) {
        if (e.getMessage() == null || e.getMessage().isBlank()) {
            throw new AssertionError("refused without a word", e);
        }
        return Optional.empty();
    }
}
