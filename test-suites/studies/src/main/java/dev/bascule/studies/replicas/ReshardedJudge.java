package dev.bascule.studies.replicas;

import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudgement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges rounds in which some took over what was another's. Stateless. */
final class ReshardedJudge {
    private ReshardedJudge() {}

    /**
     * With fewer kept sums than {@link ExactTraining#BATCHES} nothing tells a sum that is wrong from a unit on the edge of its step, for which other
     * batches are the arbiters.
     *
     * @param judged how what was kept lies to the exact gradients; empty where nothing exact is known
     */
    static Finding of(Made made, Optional<GradientJudgement> judged) {
        if (made.rounds().stream().noneMatch(Round::isResharded)) {
            return Invariant.RESHARDED.notJudged("nobody had to take over what was another's");
        }
        List<Long> steps = made.resharded().stream().map(Resharded.Sum::step).toList();
        if (steps.isEmpty()) {
            return Invariant.RESHARDED.notJudged("no round in which others took over came whole");
        }
        return judged.map(sums -> of(sums, steps, whole(made)))
                .orElseGet(() -> Invariant.RESHARDED.notJudged("no exact gradients are known"));
    }

    private static Finding of(GradientJudgement sums, List<Long> steps, long whole) {
        String words = "%s, of %d of %d such rounds, steps %s"
                .formatted(
                        sums.wrong()
                                .orElseGet(
                                        () -> String.format(Locale.ROOT, "up to %.3g σ of rounding", sums.furthest())),
                        steps.size(),
                        whole,
                        steps.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        return sums.wrong().isPresent() && steps.size() < ExactTraining.BATCHES
                ? Invariant.RESHARDED.notJudged(words
                        + ": with fewer than %d a unit on the edge of its step looks the same"
                                .formatted(ExactTraining.BATCHES))
                : Invariant.RESHARDED.of(sums.wrong().isEmpty(), words);
    }

    private static long whole(Made made) {
        return made.rounds().stream()
                .filter(round -> round.isResharded() && round.isWhole())
                .count();
    }
}
