package dev.bascule.studies.quantization;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.UsageWatch;
import dev.bascule.models.workload.Accuracy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** A model open in a process of its own. After the first trouble it does nothing more. Belongs to one thread. */
final class OpenModel implements AutoCloseable {
    private static final Duration ENERGY_BLOCK = Duration.ofSeconds(1);
    /** Outputs of the same input may differ by the order of sums, not by more. */
    private static final double STRAY = 0.01;

    private final Stage stage;
    private final PreparedCase testCase;
    private final IsolatedRunner runner;
    private final Optional<CheckedSession> session;
    private final Optional<MemoryMeter> meter;
    private final long before;
    private Optional<Failure> trouble;

    private OpenModel(
            Stage stage,
            PreparedCase testCase,
            IsolatedRunner runner,
            Optional<CheckedSession> session,
            Optional<MemoryMeter> meter,
            long before,
            Optional<Failure> trouble) {
        this.stage = stage;
        this.testCase = testCase;
        this.runner = runner;
        this.session = session;
        this.meter = meter;
        this.before = before;
        this.trouble = trouble;
    }

    /**
     * Opens it; where it does not open, that is its trouble.
     *
     * @param testCase fed what is timed
     */
    static OpenModel open(Stage stage, PreparedCase testCase) {
        IsolatedRunner runner = stage.place().source().spare(stage.place().backend());
        Optional<Failure> absent = runner.start();
        if (absent.isPresent()) {
            return new OpenModel(stage, testCase, runner, Optional.empty(), Optional.empty(), 0, absent);
        }
        Optional<MemoryMeter> meter = runner.memory();
        meter.ifPresent(MemoryMeter::restart);
        long before = meter.map(each -> each.read().residentTotal()).orElse(0L);
        Reply<CheckedSession> reply = runner.open(
                new Job(
                        stage.ids().next(),
                        stage.place().backend(),
                        testCase.artifact(),
                        testCase.feeds(),
                        testCase.outputs(),
                        stage.place().settings(testCase.settings().withEvidence(true))),
                stage.timeout());
        return new OpenModel(
                stage,
                testCase,
                runner,
                reply.result(),
                meter,
                before,
                reply.failed().map(fault -> FaultOutcome.of(fault).failure()));
    }

    /** What went wrong; empty where nothing did. */
    Optional<Failure> trouble() {
        return trouble;
    }

    boolean isSound() {
        return trouble.isEmpty();
    }

    /** Outputs for each sample, in order, of a sequence those of all steps on a new first axis; fewer once there was trouble, or the thread was interrupted. */
    List<Map<String, Tensor>> answers(List<Sample> samples) {
        List<Map<String, Tensor>> answers = new ArrayList<>();
        for (Sample sample : samples) {
            if (trouble.isPresent() || Thread.currentThread().isInterrupted()) {
                break;
            }
            List<Map<String, Tensor>> steps = new ArrayList<>();
            if (follow(sample, (fed, came) -> steps.add(came))) {
                answers.add(
                        sample.isSequence()
                                ? Steps.stacked(steps, sample.then().carry().values())
                                : steps.get(0));
            }
        }
        return answers;
    }

    /**
     * Asks one step after the other, its own outputs fed back.
     *
     * @param each is told what was fed and what came
     * @return whether all of it was asked
     */
    boolean follow(Sample sample, BiConsumer<Map<String, Tensor>, Map<String, Tensor>> each) {
        boolean whole = Steps.through(
                sample,
                inputs -> trouble.isPresent() || Thread.currentThread().isInterrupted()
                        ? Optional.empty()
                        : heard(session.orElseThrow().infer(inputs, stage.timeout()))
                                .map(Inference::outputs),
                each);
        if (!whole && trouble.isEmpty() && !Thread.currentThread().isInterrupted()) {
            trouble = Optional.of(Failure.of(
                    ErrorCode.OUTPUT_NOT_DELIVERED,
                    "an output that is fed back (%s) is missing"
                            .formatted(String.join(", ", sample.then().carry().values()))));
        }
        return whole;
    }

    /** Warms up until stable or so long. */
    void warmUp(Duration limit) {
        if (isSound()) {
            CheckedSession open = session.orElseThrow();
            open.warmUp(WarmUp.DEFAULT, limit);
            open.fault().ifPresent(this::stumble);
        }
    }

    /** A timed block; empty once there was trouble, of which outputs that stray from the first are one. */
    Optional<Samples> block(BlockRequest request) {
        if (trouble.isPresent()) {
            return Optional.empty();
        }
        CheckedSession open = session.orElseThrow();
        Optional<Block> block = heard(open.measure(request));
        block.filter(ran -> !ran.newOutputs().all().isEmpty())
                .map(ran -> Accuracy.ofStep(ran.newOutputs(), first(open, ran), 0))
                .filter(same -> !same.sound() || same.error() > STRAY)
                .ifPresent(same -> trouble = Optional.of(Failure.of(
                        ErrorCode.NUMERICS_WRONG,
                        "timed inferences of one input gave other outputs: " + same.complaint(STRAY))));
        return trouble.isPresent() ? Optional.empty() : block.map(Block::samples);
    }

    /** Those that the block told of: an output that did not change is not sent again. */
    private static Map<String, Tensor> first(CheckedSession open, Block ran) {
        Map<String, Tensor> first =
                new java.util.HashMap<>(open.firstOutputs().steps().get(0));
        first.keySet().retainAll(ran.newOutputs().steps().get(0).keySet());
        return first;
    }

    /** Joules of an inference, or why nobody knows. */
    Reading<Double> energy() {
        if (trouble.isPresent()) {
            return Reading.unknown("it failed");
        }
        stage.usage().rest();
        BlockRequest request = new BlockRequest(1, ENERGY_BLOCK, ENERGY_BLOCK.multipliedBy(3));
        try (UsageWatch watch =
                stage.usage().watch(() -> meter.map(MemoryMeter::processes).orElse(Set.of()))) {
            watch.begin();
            Reply<Block> reply = session.orElseThrow()
                    .measure(
                            request,
                            came -> came.result()
                                    .ifPresentOrElse(
                                            block -> watch.end(block.samples().size()), watch::abandon));
            if (heard(reply).isEmpty()) {
                return Reading.unknown("it failed");
            }
            return watch.usage()
                    .map(seen -> seen.reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE))
                    .orElseGet(() -> Reading.unknown("nothing was counted"));
        }
    }

    /** What its processes grew by at most so far. */
    Reading<Long> memory() {
        return meter.map(MemoryMeter::read)
                .filter(read -> before > 0 && read.peakTotal() > before)
                .map(read -> Reading.known(read.peakTotal() - before, read.source()))
                .orElseGet(() -> Reading.unknown("the memory of its processes is out of reach"));
    }

    /** How it ended, with what the engine recorded; empty once there was trouble. */
    record Ending(SessionEnd end, SessionPlacement where, Optional<String> doubt) {
        RawEvidence evidence() {
            return end.evidence()
                    .orElseGet(() -> new RawEvidence(
                            Optional.empty(), Optional.empty(), List.of(), List.of(), Map.of(), List.of(), Map.of()));
        }
    }

    /** Ends the session, and judges where it ran: nodes that all ran elsewhere are trouble. */
    Optional<Ending> end() {
        if (trouble.isPresent()) {
            return Optional.empty();
        }
        CheckedSession open = session.orElseThrow();
        Optional<String> doubt = open.doubt();
        Optional<Ending> ending = heard(open.finish())
                .map(end -> new Ending(
                        end,
                        SessionPlacement.of(
                                stage.place(), open.capabilities(), end.evidence(), testCase, stage.machineHasGpu()),
                        doubt));
        ending.flatMap(each -> each.where().failure()).ifPresent(why -> trouble = Optional.of(why));
        return trouble.isPresent() ? Optional.empty() : ending;
    }

    private <T> Optional<T> heard(Reply<T> reply) {
        reply.failed().ifPresent(this::stumble);
        return reply.result();
    }

    private void stumble(Fault fault) {
        trouble = Optional.of(FaultOutcome.of(fault).failure());
    }

    /** The case with one sample in its place. */
    static PreparedCase fed(PreparedCase testCase, Sample sample) {
        return testCase.withFeeds(testCase.id(), Feeds.of(sample.inputs()));
    }

    @Override
    public void close() {
        runner.close();
    }
}
