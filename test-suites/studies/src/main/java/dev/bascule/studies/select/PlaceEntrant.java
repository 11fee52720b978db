package dev.bascule.studies.select;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.fallback.usage.UsageWatch;
import dev.bascule.models.workload.Accuracy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A candidate in a place of this machine, in a process of its own. Belongs to one thread.
 *
 * @param candidate what it is
 * @param place where
 * @param testCase the case with the candidate's threads, batch and configuration, evidence wanted
 * @param right its right outputs, as of a model in 32 bits
 * @param ids for its job
 * @param timeout for each answer
 * @param usage the machine's counters
 * @param machineHasGpu whether the operating system lists one; empty where it could not be asked
 */
public record PlaceEntrant(
        Candidate candidate,
        Place place,
        PreparedCase testCase,
        OutputChecker.Reference right,
        JobIds ids,
        Duration timeout,
        UsageMeter usage,
        Optional<Boolean> machineHasGpu)
        implements Entrant {

    /**
     * The same configured otherwise.
     *
     * @param artifact the model that then runs
     */
    PlaceEntrant configured(Candidate other, ModelArtifact artifact) {
        return new PlaceEntrant(
                other,
                place,
                testCase.withArtifact(artifact)
                        .withSettings(other.configuration().over(testCase.settings())),
                right,
                ids,
                timeout,
                usage,
                machineHasGpu);
    }

    @Override
    public Opening open(Duration warmUp, Duration atMost) {
        IsolatedRunner runner = place.source().spare(place.backend());
        Optional<Failure> absent = runner.start();
        if (absent.isPresent()) {
            return new Opening.NotStarted(absent.get());
        }
        Optional<MemoryMeter> meter = runner.memory();
        meter.ifPresent(MemoryMeter::restart);
        long before = meter.map(each -> each.read().residentTotal()).orElse(0L);
        Reply<CheckedSession> reply = runner.open(
                new Job(
                        ids.next(),
                        place.backend(),
                        testCase.artifact(),
                        testCase.feeds(),
                        testCase.outputs(),
                        place.settings(testCase.settings())),
                timeout.compareTo(atMost) < 0 ? timeout : atMost);
        if (reply instanceof Reply.Failed<CheckedSession> failed) {
            runner.close();
            return new Opening.Failed(FaultOutcome.of(failed.fault()).failure());
        }
        CheckedSession session = reply.result().orElseThrow();
        boolean narrow = candidate.configuration().isNarrow();
        OutputChecker checker = new OutputChecker(narrow ? NarrowTolerance.of(right) : right);
        checker.fed(testCase.feeds(), 0);
        session.checkedBy(checker);
        Running running = new Running(this, runner, session, checker, meter, before);
        if (!checker.result().ok()) {
            Optional<Failure> wrong = running.end().failure();
            return new Opening.Failed(
                    wrong.orElseGet(() -> Failure.of(ErrorCode.NUMERICS_WRONG, "its first outputs were wrong")));
        }
        if (narrow && !first(session).within(NarrowTolerance.LIMIT)) {
            running.end();
            return new Opening.Failed(
                    Failure.of(ErrorCode.NUMERICS_WRONG, first(session).complaint(NarrowTolerance.LIMIT)));
        }
        session.warmUp(WarmUp.DEFAULT, warmUp);
        return new Opening.Open(running);
    }

    /** How far its first outputs are from those of the reference that can be judged. */
    private Accuracy first(CheckedSession session) {
        Set<String> not = right.notJudged().stream().map(UnjudgedOutput::output).collect(Collectors.toSet());
        return Accuracy.of(
                session.firstOutputs(),
                right.steps().stream()
                        .map(step -> step.entrySet().stream()
                                .filter(output -> !not.contains(output.getKey()))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
                        .toList());
    }

    /** The model open in a runner. */
    private record Running(
            PlaceEntrant entrant,
            IsolatedRunner runner,
            CheckedSession session,
            OutputChecker checker,
            Optional<MemoryMeter> meter,
            long before)
            implements Session {

        @Override
        public Optional<Samples> block(BlockRequest request) {
            return session.measure(request)
                    .result()
                    .map(Block::samples)
                    .filter(samples -> checker.result().ok());
        }

        @Override
        public Reading<Double> energy(BlockRequest request) {
            entrant.usage().rest();
            try (UsageWatch watch = entrant.usage()
                    .watch(() -> meter.map(MemoryMeter::processes).orElse(Set.of()))) {
                watch.begin();
                // What checking the outputs costs comes after the counters were read.
                Reply<Block> reply = session.measure(
                        request,
                        came -> came.result()
                                .ifPresentOrElse(
                                        block -> watch.end(block.samples().size()), watch::abandon));
                if (reply.result().isEmpty() || !checker.result().ok()) {
                    return Reading.unknown("it failed");
                }
                return watch.usage()
                        .map(seen -> seen.reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE))
                        .orElseGet(() -> Reading.unknown("nothing was counted"))
                        .map(joules -> joules / entrant.candidate().batch());
            }
        }

        @Override
        public OptionalLong memory() {
            long peak = meter.map(each -> each.read().peakTotal()).orElse(0L);
            return before > 0 && peak > before ? OptionalLong.of(peak - before) : OptionalLong.empty();
        }

        @Override
        public OptionalDouble deviation() {
            Accuracy accuracy = entrant.first(session);
            return accuracy.sound() ? OptionalDouble.of(accuracy.error()) : OptionalDouble.empty();
        }

        @Override
        public Ending end() {
            Optional<String> doubt = session.doubt();
            Reply<SessionEnd> closed = session.finish();
            Ending ending = closed.fold(
                    end -> {
                        SessionPlacement where = SessionPlacement.of(
                                entrant.place(),
                                session.capabilities(),
                                end.evidence(),
                                entrant.testCase(),
                                entrant.machineHasGpu());
                        return new Ending(
                                where.failure(checker.result()),
                                where.words() + doubt.map(why -> "; " + why).orElse(""));
                    },
                    fault -> new Ending(Optional.of(FaultOutcome.of(fault).failure()), ""));
            runner.close();
            return ending;
        }
    }
}
