package dev.bascule.scheduling.simulate.replay;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.engine.Settings;
import dev.bascule.scheduling.simulate.engine.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Simulates a recorded run again, as {@link Replayed} makes fleet and workload of it. The policy knows the times that the coordinator knew before,
 * and learns further ones as it did. Workers are there from beginning to end: a record in which one came
 * late or left is refused, since it would be simulated with more than it had.
 *
 * <p>Service and overhead are the recorded ones in turn, and so nearly the recorded sums whatever the simulator does: what is held to
 * reality is where jobs go and when, by makespan and waiting. Nothing but a policy draws. Immutable.
 *
 * @param overheadFactor by which the recorded overhead is multiplied: 1, but in a negative control
 * @param seeds over which simulated figures are averaged: 1 where the policy draws nothing, for any other gives the same
 */
public record Replay(RecordedRun run, double overheadFactor, int seeds) {
    /** A makespan must come within this share of the recorded one. */
    public static final double MAKESPAN = 0.05;
    /** Each component must come within this share of the recorded one. */
    public static final double COMPONENT = 0.10;
    /** Components below this share of all time that jobs were in the system are held to that share: their noise says nothing. */
    public static final double NEGLIGIBLE = 0.02;

    private static final Duration MOST = Duration.ofNanos(Long.MAX_VALUE);
    private static final int SEEDS = 20;
    /** Of each stream; the coordinator shows a policy all that wait. */
    private static final int SEEN = 1000;

    /** As the command does it: once, but by a policy that draws. */
    public static Replay of(RecordedRun run) {
        return new Replay(run, 1, Policies.draws(run.policy()) ? SEEDS : 1);
    }

    /**
     * One figure, recorded and simulated, in seconds. Immutable.
     *
     * @param bound the most that they may be apart
     */
    public record Held(String name, double recorded, double simulated, double bound) {
        public boolean holds() {
            return Math.abs(simulated - recorded) <= bound;
        }

        /** Of what was recorded; empty where that is nothing. */
        public OptionalDouble error() {
            return recorded > 0 ? OptionalDouble.of(simulated / recorded - 1) : OptionalDouble.empty();
        }
    }

    /**
     * The makespan and each component, simulated by the mean over seeds.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} where a worker came late or left, or the record is of jobs that can never have
     *     run so, such as those that wait for themselves
     */
    public List<Held> held() {
        if (!run.cameOrLeft().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s by %s is not simulated again: %s came after the first job or left before the last end"
                            .formatted(run.workload(), run.policy(), String.join(", ", run.cameOrLeft())),
                    "take a record in which all workers were there from beginning to end");
        }
        refuseLongerThanTold();
        Replayed replayed = replayed();
        List<Outcome> outcomes = new ArrayList<>();
        for (int seed = 1; seed <= seeds; seed++) {
            outcomes.add(Simulation.run(
                    replayed.fleet(),
                    replayed.workload(),
                    Policies.of(run.policy(), seed),
                    new Settings(seed, Optional.empty(), SEEN, 0, Knowledge.LEARNED),
                    replayed.known()));
        }
        double inSystem = seconds(run.waiting()) + seconds(run.overhead()) + seconds(run.service());
        return List.of(
                held("makespan", run.makespan(), outcomes, Outcome::makespan, MAKESPAN, 0),
                held("waiting", run.waiting(), outcomes, Outcome::waiting, COMPONENT, inSystem),
                held("overhead", run.overhead(), outcomes, Outcome::overhead, COMPONENT, inSystem),
                held("service", run.service(), outcomes, Outcome::service, COMPONENT, inSystem));
    }

    /** The simulator counts nanoseconds. */
    private void refuseLongerThanTold() {
        Duration all = run.makespan().plus(run.waiting()).plus(run.overhead()).plus(run.service());
        if (all.compareTo(MOST) > 0) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s by %s is not simulated again: its times together are %d years"
                            .formatted(run.workload(), run.policy(), all.toDays() / 365),
                    "take the record as simulate --record writes it");
        }
    }

    private Replayed replayed() {
        try {
            return new Replayed(run, overheadFactor);
        } catch (IllegalArgumentException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.RECORD_INVALID,
                    "%s by %s is no run that can have been: %s".formatted(run.workload(), run.policy(), e.getMessage()),
                    "take the record as simulate --record writes it");
        }
    }

    private static Held held(
            String name,
            Duration recorded,
            List<Outcome> outcomes,
            Function<Outcome, Duration> figure,
            double share,
            double inSystem) {
        double mean = outcomes.stream()
                .mapToDouble(each -> seconds(figure.apply(each)))
                .average()
                .orElseThrow();
        return new Held(name, seconds(recorded), mean, share * Math.max(seconds(recorded), NEGLIGIBLE * inSystem));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
