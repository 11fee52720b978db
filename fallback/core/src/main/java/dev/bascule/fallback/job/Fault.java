package dev.bascule.fallback.job;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.RawEvidence;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The ways in which a runner fails. */
public sealed interface Fault {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super Refused, ? extends R> whenRefused,
            Function<? super TimedOut, ? extends R> whenTimedOut,
            Function<? super Lost, ? extends R> whenLost,
            Function<? super Implausible, ? extends R> whenImplausible);

    /** The phase in which it happened, in the protocol's word. */
    String phase();

    /**
     * The runner reported an error, in the engine's own words; the runner itself may live on.
     *
     * @param phase in which it happened
     * @param name the error's class or name
     * @param message the engine's message, unchanged
     * @param stack for a bug report
     * @param phases what had been timed before
     * @param poisoned why the runner must not be used again, where the error took it down with it: a trap, a lost device
     * @param evidence what the runner had to show of where it ran until then
     */
    record Refused(
            String phase,
            String name,
            String message,
            Optional<String> stack,
            Phases phases,
            Optional<String> poisoned,
            Optional<RawEvidence> evidence)
            implements Fault {

        /** Of a runner that lives on, and shows nothing. */
        public Refused(String phase, String name, String message, Optional<String> stack, Phases phases) {
            this(phase, name, message, stack, phases, Optional.empty(), Optional.empty());
        }

        @Override
        public <R> R fold(
                Function<? super Refused, ? extends R> whenRefused,
                Function<? super TimedOut, ? extends R> whenTimedOut,
                Function<? super Lost, ? extends R> whenLost,
                Function<? super Implausible, ? extends R> whenImplausible) {
            return whenRefused.apply(this);
        }
    }

    /** No answer within the limit. The runner must be killed. */
    record TimedOut(String phase, Duration limit) implements Fault {
        @Override
        public <R> R fold(
                Function<? super Refused, ? extends R> whenRefused,
                Function<? super TimedOut, ? extends R> whenTimedOut,
                Function<? super Lost, ? extends R> whenLost,
                Function<? super Implausible, ? extends R> whenImplausible) {
            return whenTimedOut.apply(this);
        }
    }

    /** The runner is gone: its process died or its connection closed for good. */
    record Lost(String phase, RunnerEnd end) implements Fault {

        /** Of which no more is known than the words. */
        public Lost(String phase, String reason) {
            this(phase, RunnerEnd.unexplained(reason));
        }

        /** A runner that was let go since what it brought is not what it was timed for. */
        public static Lost undelivered(String phase, String what) {
            return new Lost(
                    phase, new RunnerEnd(ErrorCode.OUTPUT_NOT_DELIVERED, "outputs were not delivered: " + what));
        }

        public String reason() {
            return end.reason();
        }

        @Override
        public <R> R fold(
                Function<? super Refused, ? extends R> whenRefused,
                Function<? super TimedOut, ? extends R> whenTimedOut,
                Function<? super Lost, ? extends R> whenLost,
                Function<? super Implausible, ? extends R> whenImplausible) {
            return whenLost.apply(this);
        }
    }

    /**
     * What it told cannot be, by the host's own clock: nothing that it timed is a number. The runner must be killed.
     *
     * @param reason for people, without a period
     */
    record Implausible(String phase, String reason) implements Fault {
        @Override
        public <R> R fold(
                Function<? super Refused, ? extends R> whenRefused,
                Function<? super TimedOut, ? extends R> whenTimedOut,
                Function<? super Lost, ? extends R> whenLost,
                Function<? super Implausible, ? extends R> whenImplausible) {
            return whenImplausible.apply(this);
        }
    }
}
