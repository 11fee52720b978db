package dev.bascule.execution;

import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Block;
import dev.bascule.fallback.runner.BlockRequest;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An open session that is being warmed and measured, every output checked on the way. After the first fault it only
 * repeats that fault.
 */
final class SessionUnderTest {
    private final RunnerSession session;
    private final OutputChecker checker;
    private final MeasurementPlan plan;
    private final Challenger challenger;
    private final List<Samples> windows = new ArrayList<>();
    private final List<Samples> blocks = new ArrayList<>();
    private boolean stable;
    private Optional<Fault> fault = Optional.empty();
    private Optional<UsageWatch> watch = Optional.empty();

    SessionUnderTest(
            RunnerSession session, OutputChecker checker, Challenger challenger, MeasurementPlan plan, int steps) {
        this.challenger = challenger;
        this.session = session;
        this.checker = checker;
        this.plan = plan;
        checker.requireAll(session.firstOutputs());
        checker.check(session.firstOutputs(), steps);
    }

    /** Runs windows until the warm-up rule is content or its limit is reached. */
    void warmUp() {
        long end = System.nanoTime() + plan.warmUpLimit().toNanos();
        while (fault.isEmpty() && System.nanoTime() < end) {
            Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
            run(plan.warmUpWindow(left)).ifPresent(windows::add);
            if (plan.warmUp().isStable(windows)) {
                stable = true;
                return;
            }
        }
    }

    /** From here on, what its timed blocks cost is counted. */
    void watchedBy(UsageWatch usage) {
        watch = Optional.of(usage);
    }

    /** What the timed blocks cost; empty where nobody watched. */
    Optional<Usage> usage() {
        return watch.flatMap(UsageWatch::usage);
    }

    /** Why its times may be noisy, by the host's clock or by the blocks' own counters; empty where nothing says so. */
    Optional<String> noise() {
        return session.doubt().or(() -> watch.flatMap(UsageWatch::noise));
    }

    /** Runs one timed block; empty once there was a fault. */
    Optional<Samples> block(BlockRequest request) {
        if (fault.isPresent()) {
            return Optional.empty();
        }
        watch.ifPresent(UsageWatch::begin);
        Reply<Block> reply = measured(session.takesChallenges() ? challenger.in(request) : request);
        reply.result().ifPresent(challenger::answered);
        watch.ifPresent(usage -> reply.result().ifPresentOrElse(block -> usage.end(inferences(block)), usage::abandon));
        Optional<Samples> samples = checked(reply);
        samples.ifPresent(blocks::add);
        return samples;
    }

    /** Challenges cost what inferences cost. */
    private static int inferences(Block block) {
        return block.samples().size()
                + block.challenged().stream()
                        .mapToInt(answer -> answer.inferences().size())
                        .sum();
    }

    /** A timed block that is no sample of the cell: outputs are checked as ever. */
    Optional<Samples> aside(BlockRequest request) {
        return run(request);
    }

    /** Has it judged by more than its blocks; where it is at fault already nothing is done. */
    void alsoJudged(Function<RunnerSession, Optional<Fault>> judge) {
        if (fault.isEmpty()) {
            fault = judge.apply(session);
        }
    }

    Outputs firstOutputs() {
        return session.firstOutputs();
    }

    private Optional<Samples> run(BlockRequest request) {
        if (fault.isPresent()) {
            return Optional.empty();
        }
        return checked(measured(request));
    }

    private Reply<Block> measured(BlockRequest request) {
        return session.measure(request, request.atMost().plus(plan.timeout()));
    }

    private Optional<Samples> checked(Reply<Block> reply) {
        if (reply instanceof Reply.Failed<Block> failed) {
            fault = Optional.of(failed.fault());
            return Optional.empty();
        }
        Block block = reply.result().orElseThrow();
        checker.check(block.newOutputs(), block.samples().size());
        return Optional.of(block.samples());
    }

    Optional<Fault> fault() {
        return fault;
    }

    RunnerSession session() {
        return session;
    }

    OutputChecker checker() {
        return checker;
    }

    Challenger challenger() {
        return challenger;
    }

    /** What its challenges came to. */
    ChallengeRecord challenges() {
        return challenger.told(session.takesChallenges());
    }

    Samples warmUpSamples() {
        return Samples.concat(windows);
    }

    Samples measured() {
        return Samples.concat(blocks);
    }

    List<Samples> blocks() {
        return List.copyOf(blocks);
    }

    boolean stable() {
        return stable;
    }
}
