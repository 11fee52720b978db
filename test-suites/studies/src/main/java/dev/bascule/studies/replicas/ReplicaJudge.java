package dev.bascule.studies.replicas;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.Trajectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Judges what was seen of a run. Immutable.
 *
 * @param names of the replicas, by rank
 * @param made the run itself
 */
record ReplicaJudge(ReplicaPlan plan, IntFunction<String> names, Made made) {
    private static final int SHOWN = 3;
    private static final Set<Invariant> EXACT = Set.of(Invariant.GRADIENTS, Invariant.REDUCTION, Invariant.EQUALS_ONE);

    /** The steps, from the first on, in which the whole batch was added up: beyond them samples are missing that one worker had. */
    int wholeSteps() {
        int whole = 0;
        for (Round round : made.rounds()) {
            if (!round.isWhole()) {
                break;
            }
            whole++;
        }
        return whole;
    }

    /** Whether each replica took its own share in each of the first steps. */
    boolean isRepeatable() {
        return isRepeatable(made);
    }

    private boolean isRepeatable(Made run) {
        return run.rounds().size() >= plan.first()
                && run.rounds().subList(0, plan.first()).stream().allMatch(Round::isUndivided);
    }

    List<Finding> gradients(Beginning beginning) {
        return List.of(each(beginning), together(beginning));
    }

    private Finding each(Beginning beginning) {
        SortedMap<Integer, GradientJudgement> each = beginning.each();
        String words = each.entrySet().stream()
                .map(one -> names.apply(one.getKey())
                        + one.getValue()
                                .wrong()
                                .map(wrong -> ": " + wrong)
                                .orElseGet(() -> ", up to " + sigma(one.getValue())))
                .collect(Collectors.joining("; "));
        if (each.values().stream().anyMatch(one -> one.wrong().isPresent())) {
            return Invariant.GRADIENTS.of(false, words);
        }
        return each.size() == plan.shards().replicas()
                ? Invariant.GRADIENTS.of(true, words)
                : Invariant.GRADIENTS.notJudged("exact gradients beside what came of %d of %d replicas"
                        .formatted(each.size(), plan.shards().replicas()));
    }

    private static Finding together(Beginning beginning) {
        return beginning
                .together()
                .map(sum -> Invariant.REDUCTION.of(
                        sum.wrong().isEmpty(), sum.wrong().orElseGet(() -> "up to " + sigma(sum))))
                .orElseGet(() -> Invariant.REDUCTION.notJudged("nothing exact, or not all gradients came"));
    }

    private static String sigma(GradientJudgement judged) {
        return String.format(Locale.ROOT, "%.3g σ of rounding", judged.furthest());
    }

    /** The losses of the first whole steps beside one worker's exact ones. */
    Trajectory trajectory(ExactTraining exact) {
        return Trajectory.of(
                exact.parts(),
                made.losses().stream()
                        .limit(Math.min(wholeSteps(), plan.first()))
                        .toList(),
                1);
    }

    Finding equalsOne(Trajectory trajectory, ExactTraining exact) {
        int whole = Math.min(wholeSteps(), plan.first());
        if (trajectory.judged() == 0) {
            return Invariant.EQUALS_ONE.notJudged(
                    exact.parts().isEmpty()
                            ? "no exact losses are known"
                            : "a part of the batch was missing from the first round on");
        }
        String missing = whole < plan.first() ? ", up to the first round in which a part was missing" : "";
        return Invariant.EQUALS_ONE.of(
                trajectory.wrong().isEmpty(),
                trajectory
                        .wrong()
                        .orElseGet(() -> String.format(
                                Locale.ROOT,
                                "%d losses up to %.3g σ of rounding off one worker's exact ones%s",
                                trajectory.judged(),
                                trajectory.furthest(),
                                missing)));
    }

    /** Why steps are missing: what diverged brings no numbers, and what was lost brings nothing. */
    Optional<Failure> cut() {
        int steps = made.losses().size();
        if (steps == plan.steps()) {
            return Optional.empty();
        }
        List<Share> last = made.rounds().isEmpty()
                ? List.of()
                : made.rounds().get(made.rounds().size() - 1).shares();
        boolean unsound = last.stream().anyMatch(share -> share.fate() == Share.Fate.UNSOUND);
        String why = last.stream()
                .map(share -> "%s %s (%s)"
                        .formatted(names.apply(share.rank()), share.fate().word(), share.words()))
                .collect(Collectors.joining("; "));
        return Optional.of(Failure.of(
                ErrorCode.EXECUTION_FAILED,
                "%d of %d steps: no replica brought a gradient that could be added up any more%s"
                        .formatted(steps, plan.steps(), why.isEmpty() ? "" : ": " + why),
                unsound ? "where training diverges, lower --learning-rate" : "raise --restarts or --timeout"));
    }

    /**
     * That a run was held against nothing exact, and is no evidence of anything.
     *
     * @param unknown why
     */
    static Optional<Failure> inexact(List<Finding> findings, List<String> unknown) {
        if (findings.stream()
                .filter(finding -> EXACT.contains(finding.invariant()))
                .anyMatch(finding -> finding.verdict() != Invariant.Verdict.NOT_JUDGED)) {
            return Optional.empty();
        }
        String why = unknown.stream().distinct().limit(SHOWN).collect(Collectors.joining("; "));
        return Optional.of(Failure.of(
                ErrorCode.REFERENCE_UNAVAILABLE,
                "nothing exact stands beside this run: "
                        + (why.isEmpty() ? "not all gradients of the first batches came" : why),
                "train a network of operators that the exact reference knows"));
    }

    List<Finding> seen(Watch watch) {
        SortedMap<Long, Integer> shown = watch.shown();
        long silent = shown.values().stream().filter(count -> count == 0).count();
        int replies = shown.values().stream().mapToInt(Integer::intValue).sum();
        return List.of(
                finding(
                        Invariant.SAME_PARAMETERS,
                        watch.otherParameters(),
                        replies == 0,
                        "%d times, %d of %d answers, one hash each time, which the host gave out%s"
                                .formatted(
                                        shown.size() - silent,
                                        replies,
                                        shown.size() * plan.shards().replicas(),
                                        silent == 0 ? "" : "; %d times nobody answered".formatted(silent))),
                ShardsJudge.of(plan.shards(), watch),
                finding(
                        Invariant.FRESH,
                        watch.unsound(),
                        watch.gradients() == 0,
                        "%d gradients".formatted(watch.gradients())));
    }

    /** Holds where nothing is against it, and is not judged where nothing came. */
    static Finding finding(Invariant invariant, List<String> against, boolean nothing, String words) {
        if (nothing) {
            return invariant.notJudged("nothing came");
        }
        return invariant.of(
                against.isEmpty(),
                against.isEmpty()
                        ? words
                        : against.stream().limit(SHOWN).collect(Collectors.joining("; "))
                                + (against.size() > SHOWN ? " and %d more".formatted(against.size() - SHOWN) : ""));
    }

    /** @param again the first steps once more */
    Finding repeated(Optional<Made> again) {
        if (again.isEmpty() || !isRepeatable() || made.afterFirst().isEmpty()) {
            return Invariant.REPEATED.notJudged("not all took part in the first %d steps".formatted(plan.first()));
        }
        Made second = again.get();
        if (second.afterFirst().isEmpty() || !isRepeatable(second)) {
            return Invariant.REPEATED.notJudged("not all took part when they were made once more");
        }
        List<Float> losses = made.losses().subList(0, plan.first());
        boolean same = second.losses().equals(losses);
        boolean ends = second.afterFirst().equals(made.afterFirst());
        return Invariant.REPEATED.of(
                same && ends,
                same && ends
                        ? "%d losses and the parameters after them, bitwise".formatted(losses.size())
                        : "losses %s, parameters %s"
                                .formatted(same ? "the same" : "others", ends ? "the same" : "others"));
    }

    /**
     * @param theories by rank
     * @param pooled ranks of a pool: of theirs the host counts its own arrays and no connection
     */
    Finding communication(List<Theory> theories, Set<Integer> pooled) {
        int connected = theories.size() - pooled.size();
        if (connected == 0) {
            return Invariant.COMMUNICATION.notJudged("all are a pool's: their connections are not counted");
        }
        List<String> odd = new ArrayList<>();
        WireTraffic counted = new WireTraffic(0, 0);
        WireTraffic least = new WireTraffic(0, 0);
        Set<Integer> heard = new TreeSet<>();
        int answers = 0;
        int counts = 0;
        for (Round round : made.rounds()) {
            for (Share share : round.shares()) {
                if (pooled.contains(share.rank())) {
                    continue;
                }
                answers += share.times().isPresent() ? 1 : 0;
                Optional<WireTraffic> traffic = share.times().flatMap(Share.Times::traffic);
                if (traffic.isEmpty()) {
                    continue;
                }
                counts++;
                heard.add(share.rank());
                Theory theory = theories.get(share.rank());
                counted = counted.plus(traffic.get());
                WireTraffic tensors = theory.of(round.shown(), share.pieces());
                least = least.plus(tensors);
                if (!theory.explains(traffic.get(), round.shown(), share.pieces())) {
                    odd.add("%s: %d bytes sent and %d received, and %d and %d of tensors"
                            .formatted(
                                    names.apply(share.rank()),
                                    traffic.get().sent(),
                                    traffic.get().received(),
                                    tensors.sent(),
                                    tensors.received()));
                }
            }
        }
        String words = String.format(
                Locale.ROOT,
                "frames of %d of %d answers of %d of %d replicas%s, over the tensors' bytes: sent ×%.3f, received ×%.3f",
                counts,
                answers,
                heard.size(),
                connected,
                pooled.isEmpty() ? "" : " on this machine (%d of a pool are not counted)".formatted(pooled.size()),
                (double) counted.sent() / Math.max(1, least.sent()),
                (double) counted.received() / Math.max(1, least.received()));
        return odd.isEmpty() && (heard.size() < connected || counts < answers)
                ? Invariant.COMMUNICATION.notJudged(words)
                : finding(Invariant.COMMUNICATION, odd, false, words);
    }
}
