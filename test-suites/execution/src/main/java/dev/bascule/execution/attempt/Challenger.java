package dev.bascule.execution.attempt;

import dev.bascule.execution.reference.Challenges;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.ChallengeAnswer;
import dev.bascule.models.zoo.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Challenges one session: puts fresh inputs between its timed iterations, at places that the runner learns of with the
 * block, and judges the answers as any output. A runner that repeats what it was timed with is wrong on them; one that
 * keeps outputs by their inputs takes far longer for fresh ones. Belongs to one thread.
 */
final class Challenger {
    /** Timed iterations for each inference of a challenge beyond the first. */
    private static final int ITERATIONS_EACH = 6;

    private static final int MOST_IN_A_BLOCK = 3;
    /** Answers that are larger together are not kept. */
    private static final long MOST_BYTES = 64L << 20;

    private final Challenges challenges;
    private final SplitMix random;
    private final ReplayDetector times = new ReplayDetector();
    private final List<Integer> pending = new ArrayList<>();
    private final List<Answered> answers = new ArrayList<>();
    private long kept;
    private boolean forgotten;
    private Optional<String> none = Optional.empty();
    private Optional<Numerics> wrong = Optional.empty();
    private boolean repeated;
    private int given;
    private int right;
    private int uncounted;
    private int iterations;
    private double credit;

    /** @param place what distinguishes this session from others of its case */
    Challenger(Challenges challenges, String place) {
        this.challenges = challenges;
        this.random = SplitMix.named(challenges.seed() + ":" + place);
        this.credit = 1;
    }

    /** The block with the challenges that it is to have; the first one always has one. */
    BlockRequest in(BlockRequest block) {
        pending.clear();
        iterations = block.iterations();
        if (challenges.given().isEmpty()) {
            return block;
        }
        List<Challenge> posed = new ArrayList<>();
        int steps = challenges.given().get(0).feeds().steps();
        credit += (double) block.iterations() / (ITERATIONS_EACH * steps);
        while (posed.size() < MOST_IN_A_BLOCK && random.nextFloat() < credit) {
            int number = (given + posed.size()) % challenges.given().size();
            Challenges.Given next = challenges.given().get(number);
            posed.add(new Challenge(next.feeds(), (int) random.nextBelow(block.iterations() + 1L)));
            pending.add(number);
            credit = Math.max(0, credit - 1);
        }
        // Each keeps its inputs; only the places are put in order.
        List<Integer> places = posed.stream().map(Challenge::after).sorted().toList();
        List<Challenge> ordered = new ArrayList<>();
        for (int i = 0; i < posed.size(); i++) {
            ordered.add(new Challenge(posed.get(i).feeds(), places.get(i)));
        }
        return block.withChallenges(ordered);
    }

    /** Takes the answers of the block that was asked for last. */
    void answered(Block block) {
        times.timed(block.samples(), iterations);
        for (int i = 0; i < pending.size() && i < block.challenged().size(); i++) {
            Challenges.Given asked = challenges.given().get(pending.get(i));
            ChallengeAnswer answer = block.challenged().get(i);
            Numerics result = result(asked.right(), answer);
            given++;
            keep(new Answered(pending.get(i), Optional.of(answer).filter(one -> !result.ok())));
            if (result.ok()) {
                right++;
            } else if (wrong.isEmpty()) {
                wrong = Optional.of(result);
                repeated = challenges.own().filter(own -> holds(own, answer)).isPresent();
            }
            times.add(pending.get(i), answer.inferences(), block.samples(), asked.slowdown());
        }
        pending.clear();
    }

    /**
     * @param number of the challenge
     * @param wrong the answer; empty of one that was right by the rule that is usual
     */
    private record Answered(int number, Optional<ChallengeAnswer> wrong) {
        long bytes() {
            return wrong.map(answer -> answer.outputs().all().stream()
                            .mapToLong(output -> output.tensor().data().remaining())
                            .sum())
                    .orElse(0L);
        }
    }

    /** For the case that another rule turns out to hold. */
    private void keep(Answered answered) {
        kept += answered.bytes();
        forgotten |= kept > MOST_BYTES;
        if (forgotten) {
            answers.clear();
        } else {
            answers.add(answered);
        }
    }

    /** Whether any answer was. */
    boolean isWrong() {
        return wrong.isPresent();
    }

    /**
     * Whether every answer is right by wider rules, and none is the one to the inputs that are timed.
     *
     * @param rules what is right for a challenge
     */
    boolean isRightBy(IntFunction<Challenges.Wider> rules) {
        return wrong.isEmpty()
                || !forgotten
                        && !repeated
                        && answers.stream()
                                .allMatch(one -> one.wrong()
                                        .map(answer -> result(
                                                        rules.apply(one.number())
                                                                .right(),
                                                        answer)
                                                .ok())
                                        .orElse(true));
    }

    /**
     * Judges by wider rules, by which every answer is right. Of those that only they make right, what tells nothing is not counted.
     *
     * @param hidden why, where none is left
     */
    void allow(IntFunction<Challenges.Wider> rules, String hidden) {
        int telling = (int) answers.stream()
                .filter(one ->
                        one.wrong().isEmpty() || rules.apply(one.number()).telling())
                .count();
        none = Optional.of(hidden).filter(why -> given > 0 && telling == 0);
        uncounted += given - telling;
        given = telling;
        right = telling;
        wrong = Optional.empty();
    }

    private Numerics result(Reference reference, ChallengeAnswer answer) {
        OutputChecker checker = new OutputChecker(reference);
        checker.requireAll(answer.outputs());
        checker.check(answer.outputs(), answer.inferences().size());
        return checker.result();
    }

    private boolean holds(Reference reference, ChallengeAnswer answer) {
        OutputChecker checker = new OutputChecker(reference);
        checker.check(answer.outputs(), 1);
        return checker.result().ok();
    }

    /** The session's numerics with the challenges' in them: right only where all were. */
    Numerics with(Numerics numerics) {
        return wrong.map(worst -> new Numerics(
                        numerics.reference(),
                        numerics.difference().worseOf(worst.difference()),
                        numerics.tolerance(),
                        numerics.checkedIterations(),
                        numerics.checked()))
                .orElse(numerics);
    }

    /** What the challenges showed of a session that was right otherwise; empty where nothing. */
    Optional<Failure> failure() {
        return wrong.map(worst -> Failure.of(
                        ErrorCode.NUMERICS_WRONG,
                        "right on the inputs it was timed with, wrong on fresh ones (%d of %d challenges)%s: %s"
                                .formatted(
                                        given - right,
                                        given,
                                        repeated ? ": the runner repeats outputs" : "",
                                        PlacementVerdict.describe(worst))))
                .or(() -> times.suspicion().map(words -> Failure.of(ErrorCode.OUTPUT_REPEATED, words)));
    }

    /** How many were given and were right; or why none was. */
    ChallengeRecord told(boolean taken) {
        Optional<String> why = given > 0
                ? Optional.empty()
                : none.or(challenges::why)
                        .or(() -> Optional.of(
                                taken
                                        ? "no timed block came to its end"
                                        : "the runner is of an earlier build, which answers none"));
        return new ChallengeRecord(given, right, uncounted, challenges.seed(), why);
    }
}
