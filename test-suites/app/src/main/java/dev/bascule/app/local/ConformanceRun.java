package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.FedInputs;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.CaseOutcome;
import dev.bascule.studies.conformance.ConformanceJudge;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ExactAnswers;
import dev.bascule.studies.conformance.PackDispatcher;
import dev.bascule.studies.conformance.PackFiles;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The columns of one conformance run, one after the other. Belongs to one thread. */
final class ConformanceRun {
    private final ConformanceRequest request;
    private final RunEnvironment environment;
    private final PackFiles files;
    private final Clock clock;
    private final TimeBreakdown times;
    private final ConformanceListener listener;
    private final long mostBytes;
    private final Consumer<CaseRun> told;
    private final Map<Object, IsolatedRunner> runners = new HashMap<>();
    private final ExactAnswers exact = new ExactAnswers();
    /** Whether the cases of the column at hand left their runner as others may find it. */
    private boolean sound = true;

    /**
     * @param mostBytes of one pack
     * @param told is given each cell as soon as it is done
     */
    ConformanceRun(
            ConformanceRequest request,
            RunEnvironment environment,
            PackFiles files,
            Clock clock,
            TimeBreakdown times,
            ConformanceListener listener,
            long mostBytes,
            Consumer<CaseRun> told) {
        this.request = request;
        this.environment = environment;
        this.files = files;
        this.clock = clock;
        this.times = times;
        this.listener = listener;
        this.mostBytes = mostBytes;
        this.told = told;
    }

    /** The runs of a column, in the order of its cases; those that it did not come to are left out. */
    List<CaseRun> run(ConformanceColumn column) {
        Optional<Failure> absent =
                column.place().source().unavailable(column.place().backend());
        ConformanceReproduction again = new ConformanceReproduction(request, column);
        if (absent.isPresent()) {
            return column.cases().stream()
                    .map(testCase -> told(column, testCase, unavailable(column, testCase, absent.get(), again)))
                    .toList();
        }
        Place place = column.place();
        IsolatedRunner runner = runners.computeIfAbsent(shared(place), key -> runner(place));
        List<CaseRun> done = new ArrayList<>();
        sound = true;
        try {
            for (List<ConformanceCase> part : PackFiles.parts(column.cases(), mostBytes)) {
                if (!Thread.currentThread().isInterrupted()) {
                    done.addAll(run(column, part, runner, again));
                }
            }
        } catch (RuntimeException | Error e) {
            runner.discard();
            throw e;
        }
        if (!Thread.currentThread().isInterrupted()) {
            times.time("starting browsers and native runners", () -> {
                endColumn(place, runner);
                return true;
            });
        }
        return done;
    }

    private IsolatedRunner runner(Place place) {
        return environment.keepsRunners() ? place.lane() : place.source().spare(place.backend());
    }

    /** What may use the same runner one after the other: the columns of a browser, a native backend's. */
    private static Object shared(Place place) {
        return place.source().side() == Side.BROWSER ? place.source() : place;
    }

    /** Another backend's cases are next: they do not meet what these left behind. */
    private void endColumn(Place place, IsolatedRunner runner) {
        if (environment.keepsRunners() && !sound) {
            runner.close();
        } else if (place.source().side() == Side.NATIVE) {
            // Another native backend stands on other libraries, and has a lane of its own where runners are kept.
            if (!environment.keepsRunners()) {
                runner.close();
            }
        } else if (runner.isRunning()) {
            runner.recycle();
        }
    }

    /** Those of its cases that one pack holds. */
    private Collection<CaseRun> run(
            ConformanceColumn column,
            List<ConformanceCase> cases,
            IsolatedRunner runner,
            ConformanceReproduction again) {
        ConformanceJudge judge = judge(column);
        ModelArtifact pack;
        try {
            pack = times.time("writing packs", () -> files.write(cases));
        } catch (BasculeException e) {
            // What has been done of other cases and in other columns is not lost for these.
            return IntStream.range(0, cases.size())
                    .mapToObj(index -> told(
                            column,
                            cases.get(index),
                            judged(judge, again, cases.get(index), CaseOutcome.notRun(index, e.failure()))))
                    .toList();
        }
        Map<Integer, CaseRun> done = new TreeMap<>();
        Map<Integer, List<Map<String, Value>>> answers = new HashMap<>();
        PackDispatcher dispatcher = new PackDispatcher(runner, order(column, pack, cases.size()), (index, outcome) -> {
            ConformanceCase testCase = cases.get(index);
            CaseRun run = told(column, testCase, judged(judge, again, testCase, outcome));
            done.put(index, run);
            answers.put(index, outcome.reply().outputs());
            if (!outcome.reply().outputs().isEmpty()) {
                listener.answered(column.target(), testCase, outcome.reply().outputs());
            }
            if (run.verdict().isRight()) {
                listener.right(testCase, outcome.reply().outputs());
            }
        });
        times.time("running cases on " + column.target().backend().id(), () -> {
            dispatcher.run();
            return true;
        });
        sound &= dispatcher.isSound();
        // Not while cases run: the exact result takes the processors longer than they do.
        times.time("computing exact results", () -> {
            done.replaceAll(
                    (index, run) -> exact.beside(run, cases.get(index), answers.getOrDefault(index, List.of())));
            return true;
        });
        return done.values();
    }

    private CaseRun judged(
            ConformanceJudge judge, ConformanceReproduction again, ConformanceCase testCase, CaseOutcome outcome) {
        String reproduce = again.line(testCase);
        try {
            return judge.judge(testCase, outcome, clock.instant(), reproduce);
        } catch (RuntimeException e) {
            // A bug of ours in one case must not lose what the others came to.
            Failure bug = Failure.of(ErrorCode.INTERNAL_ERROR, "judging the outputs failed: " + e);
            return judge.judge(testCase, CaseOutcome.notRun(outcome.reply().index(), bug), clock.instant(), reproduce);
        }
    }

    private CaseRun told(ConformanceColumn column, ConformanceCase testCase, CaseRun judged) {
        CaseRun run = judged.under(new Conditions(
                FedInputs.ofSets(testCase.sets().stream().map(DataSet::inputs).toList()), Optional.empty()));
        run.attempts()
                .forEach(attempt -> column.place().source().warn(column.place().backend(), attempt));
        told.accept(run);
        listener.finished(new RunListener.Cell(testCase.id(), column.column().chain()), run);
        return run;
    }

    private ConformanceJudge judge(ConformanceColumn column) {
        return new ConformanceJudge(
                new EvidenceJudge(Backends.installed()),
                new EvidenceJudge.RunnerContext(
                        column.place().deviceType(),
                        Machines.hasGpu(environment.machine()),
                        column.place().softwareGpu()),
                column.place().source().hostView(column.place().backend()).asked(1, Optional.empty()),
                column.target());
    }

    private PackRequest order(ConformanceColumn column, ModelArtifact pack, int cases) {
        SessionSettings settings = column.place()
                .deviceType()
                .map(SessionSettings.defaults()::withDeviceType)
                .orElseGet(SessionSettings::defaults);
        return new PackRequest(
                environment.jobIds().next(),
                column.place().backend(),
                pack,
                IntStream.range(0, cases).boxed().toList(),
                false,
                // A child runs one case at a time, whatever it is told.
                column.place().backend().side() == Side.NATIVE ? 1 : request.workers(),
                request.caseLimit(),
                settings);
    }

    private CaseRun unavailable(
            ConformanceColumn column, ConformanceCase testCase, Failure failure, ConformanceReproduction again) {
        Attempt attempt =
                Attempt.notStarted(column.target(), Outcome.UNAVAILABLE, failure, clock.instant(), Duration.ZERO);
        return new CaseRun(
                testCase.id(),
                testCase.model(),
                column.column().chain(),
                List.of(attempt),
                Optional.empty(),
                again.line(testCase));
    }
}
