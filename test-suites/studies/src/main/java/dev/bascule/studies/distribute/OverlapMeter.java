package dev.bascule.studies.distribute;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.OverlappedPipeline.Flow;
import dev.bascule.studies.distribute.OverlappedPipeline.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The same items through the open parts of a model, in turn and overlapped, in rounds A B B A …: every output is held against
 * native CPU's of the same item, after the round, and against what the pass in turn gave. Belongs to one thread.
 */
final class OverlapMeter {
    /** What a round is to take, where its items are quick enough. */
    private static final double ROUND_MILLIS = 500;

    private static final int MOST = 48;

    private final StudyContext study;
    private final Pipeline pipeline;
    private final SampleSet set;
    private final int items;
    private final LongSupplier clock;
    private final List<Round> rounds = new ArrayList<>();
    private final List<Map<String, Tensor>> inTurn = new ArrayList<>();
    private long sameBits;
    private long compared;

    /** @param clock nanoseconds, from any beginning */
    OverlapMeter(StudyContext study, Pipeline pipeline, SampleSet set, int items, LongSupplier clock) {
        this.study = study;
        this.pipeline = pipeline;
        this.set = set;
        this.items = items;
        this.clock = clock;
    }

    /**
     * How many items a round has: so many that filling and draining are the lesser part, or as many as its time allows.
     *
     * @param millis of one item in turn
     */
    static int items(int parts, double millis) {
        return (int) Math.max(3L * parts, Math.min(MOST, Math.round(ROUND_MILLIS / Math.max(millis, 1e-3))));
    }

    /**
     * Both ways, one after the other.
     *
     * @param turnNanos all items in turn
     * @param flow all items overlapped
     */
    record Round(long turnNanos, Flow flow) {}

    /**
     * What was measured.
     *
     * @param distinct how many of the items differ
     * @param parts and their devices, for people
     * @param compared outputs of overlapped items
     * @param sameBits how many of them are bit for bit what the item gave in turn
     */
    record Overlapped(int items, int distinct, List<String> parts, List<Round> rounds, long compared, long sameBits) {
        Overlapped {
            parts = List.copyOf(parts);
            rounds = List.copyOf(rounds);
        }
    }

    /** Measures so many pairs of rounds; why it ended early, if it did. What was measured by then is in {@link #overlapped}. */
    Optional<StudyOutcome.Setback> run(int pairs) {
        for (int pair = 0; pair < pairs; pair++) {
            Turn turn;
            Flow flow;
            if (pair % 2 == 0) {
                turn = turn();
                if (turn.fell().isPresent()) {
                    return turn.fell();
                }
                flow = flow();
            } else {
                flow = flow();
                Optional<StudyOutcome.Setback> fell = fell(flow);
                if (fell.isPresent()) {
                    return fell;
                }
                turn = turn();
            }
            Optional<StudyOutcome.Setback> why =
                    turn.fell().or(() -> fell(flow)).or(() -> checked("overlapped", flow.outputs()));
            if (why.isPresent()) {
                return why;
            }
            count(flow.outputs());
            rounds.add(new Round(turn.nanos(), flow));
        }
        return Optional.empty();
    }

    Overlapped overlapped() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < pipeline.parts().size(); i++) {
            parts.add(pipeline.where(i));
        }
        return new Overlapped(items, Math.min(items, set.distinct()), parts, rounds, compared, sameBits);
    }

    private record Turn(long nanos, Optional<StudyOutcome.Setback> fell) {}

    private Turn turn() {
        List<Map<String, Tensor>> outputs = new ArrayList<>();
        long began = clock.getAsLong();
        for (int i = 0; i < items; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return new Turn(0, Optional.of(StudyOutcome.Setback.interrupted()));
            }
            Pipeline.Result result = pipeline.pass(set.inputs(i), study.timeout());
            if (result instanceof Pipeline.Result.Stuck stuck) {
                return new Turn(
                        0,
                        Optional.of(StudyOutcome.Setback.of(
                                stuck.fell().where(), stuck.fell().fault())));
            }
            outputs.add(((Pipeline.Result.Through) result).passage().outputs());
        }
        long took = clock.getAsLong() - began;
        if (inTurn.isEmpty()) {
            inTurn.addAll(outputs);
        }
        return new Turn(took, checked("in turn", outputs));
    }

    private Flow flow() {
        List<Stage> stages = new ArrayList<>();
        for (int i = 0; i < pipeline.parts().size(); i++) {
            stages.add(new Stage(
                    pipeline.where(i),
                    pipeline.deviceSessions().get(i),
                    pipeline.parts().get(i).inputs()));
        }
        return new OverlappedPipeline(stages, study.testCase().outputs(), study.timeout(), clock)
                .run(items, set::inputs);
    }

    private Optional<StudyOutcome.Setback> fell(Flow flow) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.of(StudyOutcome.Setback.interrupted());
        }
        return flow.fell().map(fell -> StudyOutcome.Setback.of("overlapped, " + fell.where(), fell.fault()));
    }

    /** Outside of what is timed. */
    private Optional<StudyOutcome.Setback> checked(String how, List<Map<String, Tensor>> outputs) {
        for (int i = 0; i < outputs.size(); i++) {
            int item = i;
            Optional<String> wrong = set.check(item, outputs.get(item));
            if (wrong.isPresent()) {
                return Optional.of(new StudyOutcome.Setback(
                        Verdict.WRONG,
                        Failure.of(
                                ErrorCode.NUMERICS_WRONG,
                                "item %d through the parts %s: %s".formatted(item, how, wrong.get()))));
            }
        }
        return Optional.empty();
    }

    private void count(List<Map<String, Tensor>> outputs) {
        for (int i = 0; i < outputs.size(); i++) {
            compared++;
            sameBits += outputs.get(i).equals(inTurn.get(i)) ? 1 : 0;
        }
    }
}
