package dev.bascule.studies.distribute;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.run.Figure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The outcome of a study over several devices.
 *
 * @param setback why it is no pass
 * @param figures what was measured, as far as it came; what was only predicted says so in its name
 * @param notes what a reader must know about the figures
 * @param partial whether some nodes ran on another device than the one that the figures name
 */
public record StudyOutcome(Optional<Setback> setback, List<Figure> figures, List<String> notes, boolean partial) {

    public StudyOutcome {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /**
     * Why it is no pass.
     *
     * @param verdict never one that is right
     */
    public record Setback(Verdict verdict, Failure failure) {
        static Setback of(String doing, Fault fault) {
            if (Thread.currentThread().isInterrupted()) {
                return interrupted();
            }
            FaultOutcome came = FaultOutcome.of(fault);
            Failure failure = came.failure();
            return new Setback(
                    Verdict.of(came.outcome()),
                    new Failure(failure.code(), doing + ": " + failure.message(), failure.remedies()));
        }

        /** A runner that did not start. */
        static Setback notStarted(String who, Failure failure) {
            return Thread.currentThread().isInterrupted()
                    ? interrupted()
                    : new Setback(
                            Verdict.UNSUPPORTED,
                            new Failure(failure.code(), who + ": " + failure.message(), failure.remedies()));
        }

        /** What was measured did not run where it was asked to; empty where it did, if in part. */
        static Optional<Setback> of(String doing, SessionPlacement placed) {
            return placed.failure()
                    .map(why -> new Setback(
                            placed.verdict(), new Failure(why.code(), doing + ": " + why.message(), why.remedies())));
        }

        static Setback interrupted() {
            FaultOutcome came = FaultOutcome.interrupted();
            return new Setback(Verdict.of(came.outcome()), came.failure());
        }
    }

    /** The same, with more to say of how far it came. */
    StudyOutcome with(List<Figure> moreFigures, List<String> moreNotes) {
        return new StudyOutcome(
                setback,
                Stream.concat(figures.stream(), moreFigures.stream()).toList(),
                Stream.concat(notes.stream(), moreNotes.stream()).toList(),
                partial);
    }

    static StudyOutcome of(Setback setback) {
        return new StudyOutcome(Optional.of(setback), List.of(), List.of(), false);
    }

    static StudyOutcome of(Verdict verdict, Failure failure) {
        return of(new Setback(verdict, failure));
    }
}
