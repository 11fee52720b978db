package dev.bascule.studies.select;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.studies.select.Finding.Measured;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Runs a candidate once more, in processes of its own, beside nobody: whether it is right there and runs where it should, and whether its
 * figure holds. Stateless.
 */
final class Verifying {
    private static final int BLOCKS = 8;
    private static final Duration BLOCK = Duration.ofMillis(50);
    private static final Duration BLOCK_LIMIT = Duration.ofSeconds(2);
    private static final Duration ALL_LIMIT = Duration.ofSeconds(4);
    private static final Duration ENERGY_BLOCK = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofMillis(600);
    /** Of these nobody knows whether the model was right. */
    private static final Set<ErrorCode> NOTHING_SEEN = Set.of(ErrorCode.ATTEMPT_TIMED_OUT, ErrorCode.RUN_INTERRUPTED);

    private Verifying() {}

    /** @param limits whose budget says how long a session may take to open, as it did when it was tried */
    static Verification of(Entrant entrant, Measured before, Objective objective, SelectLimits limits) {
        Entrant.Opening opening = entrant.open(WARM_UP, limits.budget().plus(Trials.PATIENCE));
        if (opening instanceof Entrant.Opening.Failed failed) {
            return ended(failed.why());
        }
        if (opening instanceof Entrant.Opening.NotStarted missing) {
            return new Verification.NotRun(missing.why().message());
        }
        Entrant.Session session = ((Entrant.Opening.Open) opening).session();
        Seen seen = objective.isOfTime() ? times(session, entrant.candidate(), objective) : reading(session, objective);
        OptionalLong grown = session.memory();
        Optional<Failure> failure = session.end().failure();
        if (failure.isPresent()) {
            return ended(failure.get());
        }
        Optional<String> beyond =
                seen.samples().flatMap(samples -> limits.surelyLate(samples, 1)).or(() -> limits.tooLarge(grown));
        if (beyond.isPresent()) {
            return new Verification.OverLimit(beyond.get());
        }
        if (seen.cost().isEmpty()) {
            return new Verification.NotRun("its figure could not be taken again");
        }
        double cost = seen.cost().get();
        boolean near = Math.max(cost / before.cost(), before.cost() / cost) <= Front.READING;
        // On a busy machine intervals are so wide that they overlap whatever comes.
        boolean held = near
                && (seen.interval().isEmpty()
                        || before.costInterval().isEmpty()
                        || overlap(seen.interval().get(), before.costInterval().get()));
        return held
                ? new Verification.Verified(cost, seen.interval())
                : new Verification.Differed(
                        cost,
                        seen.interval(),
                        "differed: %.2f times as much in processes of its own".formatted(cost / before.cost()));
    }

    private static Verification ended(Failure why) {
        return NOTHING_SEEN.contains(why.code())
                ? new Verification.NotRun(why.message())
                : new Verification.Failed(why.message());
    }

    private record Seen(Optional<Double> cost, Optional<Interval> interval, Optional<Samples> samples) {}

    /** With what a user would not feel on both sides: processes differ by more than the blocks of one show. */
    private static boolean overlap(Interval now, Interval before) {
        return now.low() <= before.high() * Race.CLOSE && now.high() * Race.CLOSE >= before.low();
    }

    private static Seen times(Entrant.Session session, Candidate candidate, Objective objective) {
        List<Samples> blocks = new ArrayList<>();
        double spent = 0;
        while (blocks.size() < BLOCKS && spent < ALL_LIMIT.toMillis()) {
            Optional<Samples> block = session.block(new BlockRequest(objective.leastIterations(), BLOCK, BLOCK_LIMIT))
                    .filter(samples -> samples.median() > 0);
            if (block.isEmpty()) {
                return new Seen(Optional.empty(), Optional.empty(), Optional.empty());
            }
            blocks.add(block.get());
            spent += block.get().totalMillis();
        }
        return new Seen(
                Optional.of(objective.cost(Samples.concat(blocks), candidate.batch())),
                Spread.of(blocks.stream()
                        .map(block -> objective.cost(block, candidate.batch()))
                        .toList()),
                Optional.of(Samples.concat(blocks)));
    }

    private static Seen reading(Entrant.Session session, Objective objective) {
        // As its first process did: the peak comes with the first inferences.
        Optional<Samples> block = session.block(new BlockRequest(objective.leastIterations(), BLOCK, BLOCK_LIMIT));
        if (objective == Objective.ENERGY) {
            Reading<Double> energy = session.energy(
                    new BlockRequest(objective.leastIterations(), ENERGY_BLOCK, ENERGY_BLOCK.plus(BLOCK_LIMIT)));
            return new Seen(energy.optional(), Optional.empty(), block);
        }
        OptionalLong memory = session.memory();
        return new Seen(
                memory.isPresent() ? Optional.of((double) memory.getAsLong()) : Optional.empty(),
                Optional.empty(),
                block);
    }
}
