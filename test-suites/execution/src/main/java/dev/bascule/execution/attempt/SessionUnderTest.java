package dev.bascule.execution.attempt;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.WarmUpResult;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A session of an attempt: its timed blocks are challenged, kept, and watched for what they cost. Belongs to its runner's
 * thread.
 */
final class SessionUnderTest {
    private final CheckedSession session;
    private final OutputChecker checker;
    private final MeasurementPlan plan;
    private final Challenger challenger;
    private final List<Samples> blocks = new ArrayList<>();
    private WarmUpResult warmUp = WarmUpResult.NONE;
    private Optional<UsageWatch> watch = Optional.empty();
    private NarrowProducts.Told narrow = NarrowProducts.Told.NOTHING;

    SessionUnderTest(CheckedSession session, OutputChecker checker, Challenger challenger, MeasurementPlan plan) {
        this.challenger = challenger;
        this.session = session;
        this.checker = checker;
        this.plan = plan;
        session.checkedBy(checker);
    }

    /** Runs windows until the warm-up rule is content or its limit is reached. */
    void warmUp() {
        warmUp = session.warmUp(plan.warmUp(), plan.timing().warmUpLimit());
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
        if (session.fault().isPresent()) {
            return Optional.empty();
        }
        watch.ifPresent(UsageWatch::begin);
        BlockRequest asked = session.takesChallenges() ? challenger.in(request) : request;
        Optional<Samples> samples =
                session.measure(asked, this::answered).result().map(Block::samples);
        samples.ifPresent(blocks::add);
        return samples;
    }

    private void answered(Reply<Block> reply) {
        reply.result().ifPresent(challenger::answered);
        watch.ifPresent(usage -> reply.result().ifPresentOrElse(block -> usage.end(inferences(block)), usage::abandon));
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
        return session.measure(request).result().map(Block::samples);
    }

    Outputs firstOutputs() {
        return session.firstOutputs();
    }

    Optional<Fault> fault() {
        return session.fault();
    }

    CheckedSession session() {
        return session;
    }

    OutputChecker checker() {
        return checker;
    }

    /** What narrower products make of its outputs. */
    void told(NarrowProducts.Told products) {
        narrow = products;
    }

    /** What its outputs come to. */
    Numerics numerics() {
        return narrow.numerics().orElseGet(checker::result);
    }

    /** What the reader should know of outputs that are wrong, beside how wrong they are. */
    Optional<String> note() {
        return narrow.note();
    }

    Challenger challenger() {
        return challenger;
    }

    /** What its challenges came to. */
    ChallengeRecord challenges() {
        return challenger.told(session.takesChallenges());
    }

    Samples warmUpSamples() {
        return warmUp.samples();
    }

    Samples measured() {
        return Samples.concat(blocks);
    }

    List<Samples> blocks() {
        return List.copyOf(blocks);
    }

    boolean stable() {
        return warmUp.stable();
    }
}
