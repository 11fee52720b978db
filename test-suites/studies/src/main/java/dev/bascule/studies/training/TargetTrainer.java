package dev.bascule.studies.training;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.studies.training.TargetTraining.Checks;
import dev.bascule.studies.training.TargetTraining.Costs;
import dev.bascule.studies.training.TargetTraining.Learnt;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** Trains at one place: gradients, then all steps, then the first of them again. Belongs to its runner's thread. */
final class TargetTrainer implements AutoCloseable {
    private final Place place;
    private final TrainingTask task;
    private final TrainingLimits limits;
    private final FullPrecision precision;
    private final SessionSettings settings;
    private final Evaluator evaluator;
    private final BooleanSupplier stopped;
    private final IsolatedRunner runner;
    private final PlaceSessions sessions;
    private final StepSessions steps;
    /** Of the first seed with the state where it is at hand: what it tells of 16 bits holds for the seeds after it. */
    private Optional<GradientJudgement> judged = Optional.empty();

    TargetTrainer(
            Place place,
            TrainingTask task,
            TrainingLimits limits,
            SessionSettings settings,
            Evaluator evaluator,
            JobIds ids,
            BooleanSupplier stopped) {
        this.place = place;
        this.task = task;
        this.limits = limits;
        this.precision = FullPrecision.of(place.backend(), place.settings(settings));
        this.settings = precision.settings().withEvidence(true);
        this.evaluator = evaluator;
        this.stopped = stopped;
        this.runner = place.source().isolated(place.backend());
        this.sessions = new PlaceSessions(place, runner, ids, limits.timeout());
        this.steps = new StepSessions(sessions, task, limits, this.settings, stopped);
    }

    /** What the gradient graph came to here. */
    private record Gradients(
            Optional<GradientJudgement> judgement, Optional<SessionPlacement> placement, Optional<Ended> fault) {}

    /**
     * All of it.
     *
     * @param run what it is held against
     * @param models what runs here: the same, but where a fault is planted
     * @param first whether gradients and repetitions are looked at: once for all seeds
     */
    TargetTraining train(SeedRun run, TrainingModels models, CarryLocation state, boolean first) {
        Gradients gradients =
                first ? gradients(run, models) : new Gradients(Optional.empty(), Optional.empty(), Optional.empty());
        judged = first ? gradients.judgement() : judged;
        List<String> notes = new ArrayList<>(run.exact().unknown());
        precision.note().ifPresent(notes::add);
        gradients.judgement().ifPresent(judged -> notes.addAll(judged.notes()));
        if (gradients.fault().isPresent()) {
            return TargetTraining.notBegun(
                            place.target(), state, run.seed(), gradients.fault().get())
                    .with(Optional.empty(), notes);
        }
        MadeSteps made = steps(run, models, state);
        notes.addAll(made.notes());
        Again repeated = Again.NOT_ASKED;
        Again resumed = Again.NOT_ASKED;
        if (first && made.after().isPresent()) {
            List<Float> losses = made.learnt().losses();
            TrainingStart after = made.after().get();
            repeated = steps.again(models, state, run.seed(), run.start(), exact(), losses, after);
            if (made.middle().isPresent()) {
                List<Float> later = losses.subList(half(), losses.size());
                resumed = steps.again(models, state, run.seed(), made.middle().get(), exact() - half(), later, after);
            }
        }
        if (first && made.fault().isEmpty()) {
            notes.addAll(repeated.notes("repeated"));
            notes.addAll(resumed.notes("resumed"));
        }
        if (run.reference().size() < made.learnt().losses().size()) {
            notes.add("native CPU's losses are known of %d of %d steps: --limit ended its run"
                    .formatted(run.reference().size(), made.learnt().losses().size()));
        }
        Optional<Ended> failedAgain = repeated.fault().or(resumed::fault);
        TargetTraining trained = new TargetTraining(
                place.target(),
                state,
                run.seed(),
                new Checks(
                        gradients.judgement(),
                        trajectory(run, made, notes),
                        run.exact().unlikeWhole(),
                        task.form().isMixed() ? Optional.of(mixed(run, made)) : Optional.empty(),
                        Agreement.among(made.learnt().losses(), run.reference()),
                        repeated.repetition(),
                        resumed.repetition(),
                        made.last().map(last -> still(run, models, last)).orElse(List.of()),
                        gradients.placement(),
                        made.placement(),
                        made.seen()),
                made.learnt(),
                made.costs(),
                made.fault().or(() -> failedAgain),
                notes);
        return first && trained.verdict().isRight() ? timed(trained, run, models) : trained;
    }

    /** With what its passes take: only of what is right. */
    private TargetTraining timed(TargetTraining trained, SeedRun run, TrainingModels models) {
        Map<String, Tensor> fed = new LinkedHashMap<>();
        long next = run.start().step() + 1;
        fed.putAll(new StepOrder(task.fed(), run.seed()).parts(next).get(0));
        fed.putAll(new StepOrder(task, run.seed()).parts(next).get(0));
        PassTimer.Timed timed = new PassTimer(place, sessions, settings, limits.timeout(), stopped)
                .time(
                        models,
                        fed,
                        run.exact().parts().stream().findFirst(),
                        run.start(),
                        trained.state(),
                        trained.costs().phases());
        return trained.with(timed.times(), timed.note().stream().toList());
    }

    private Optional<Trajectory> trajectory(SeedRun run, MadeSteps made, List<String> notes) {
        int parts = task.form().accumulation();
        int alike = MixedSteps.alike(made.skipped());
        if (task.form().isMixed()
                && alike * parts
                        < Math.min(run.exact().parts().size(), made.parts().size())) {
            notes.add("held against the exact losses up to step %d, which a gradient that overflowed skipped"
                    .formatted(alike));
        }
        return Optional.of(Trajectory.of(
                        run.exact().parts(),
                        made.parts().subList(0, Math.min(made.parts().size(), alike * parts)),
                        parts))
                .filter(known -> !known.steps().isEmpty());
    }

    private MixedSteps mixed(SeedRun run, MadeSteps made) {
        return MixedSteps.of(run.exact(), task.form().accumulation(), made.skipped(), made.last(), judged);
    }

    private int exact() {
        return Math.min(limits.exact(), limits.steps());
    }

    private int half() {
        return exact() / 2;
    }

    private Gradients gradients(SeedRun run, TrainingModels models) {
        List<String> outputs = run.exact().gradients().stream()
                .findFirst()
                .map(known -> List.copyOf(known.keySet()))
                .orElse(List.of(TrainingGraph.LOSS));
        PlaceSessions.Asked asked = sessions.open(
                models.gradient().artifact(),
                ExactTraining.gradientFeeds(models, new StepOrder(task, run.seed()), run.start()),
                outputs,
                settings);
        if (asked.session().isEmpty()) {
            return new Gradients(
                    Optional.empty(), Optional.empty(), asked.fault().map(Ended::of));
        }
        CheckedSession session = asked.session().get();
        List<Map<String, Tensor>> got = session.firstOutputs().steps();
        Optional<SessionEnd> end = PlaceSessions.end(session);
        return new Gradients(
                run.exact().gradients().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                GradientJudge.of(run.exact().gradients(), got, run.differences(), run.parameters())),
                end.map(closed -> SessionPlacement.of(place, session.capabilities(), closed.evidence())),
                session.fault().map(Ended::of));
    }

    private MadeSteps steps(SeedRun run, TrainingModels models, CarryLocation state) {
        PlaceSessions.Asked asked = steps.open(models, run.start(), state, run.seed());
        if (asked.session().isEmpty()) {
            return MadeSteps.none(asked.fault().map(Ended::of));
        }
        CheckedSession session = asked.session().get();
        Walk walk = steps.walk(session, models, run.start(), run.seed());
        MemoryLine memory = new MemoryLine(runner.memory());
        List<Evaluation> evaluations = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        OptionalLong reached = OptionalLong.empty();
        Optional<TrainingStart> middle = Optional.empty();
        Optional<TrainingStart> after = Optional.empty();
        Optional<TrainingStart> last = Optional.empty();
        long begin = run.start().step();
        long end = begin + limits.steps();
        boolean through = false;
        while (walk.ended().isEmpty() && !through && !stopped.getAsBoolean()) {
            last = walk.onAndRead(limits.next(walk, begin, List.of(begin + half(), begin + exact())));
            middle = walk.step() == begin + half() ? last : middle;
            after = walk.step() == begin + exact() ? last : after;
            if (last.isEmpty()) {
                break;
            }
            memory.read(walk.step());
            if (reached.isEmpty() && (walk.step() == end || walk.step() % limits.evaluateEvery() == 0)) {
                Optional<Evaluation> evaluation = last.flatMap(at -> evaluator.of(run.models(), at, walk.trained()));
                evaluation.ifPresent(evaluations::add);
                if (evaluation.isEmpty()) {
                    notes.add("native CPU did not answer for held-out data after step %d".formatted(walk.step()));
                }
                reached = evaluation
                        .filter(done -> limits.target().isPresent()
                                && done.accuracy() >= limits.target().getAsDouble())
                        .map(done -> OptionalLong.of(done.step()))
                        .orElse(OptionalLong.empty());
            }
            through = walk.step() == end || reached.isPresent() && walk.step() >= begin + exact();
            if (!through && walk.trained().compareTo(limits.training()) > 0) {
                notes.add("stopped after %d of %d steps: --limit %s"
                        .formatted(walk.step() - begin, limits.steps(), limits.training()));
                break;
            }
        }
        session.doubt().ifPresent(notes::add);
        Optional<SessionEnd> closed = PlaceSessions.end(session);
        return new MadeSteps(
                new Learnt(begin, walk.losses(), evaluations, last, reached),
                new Costs(
                        closed.map(SessionEnd::phases).orElse(Phases.NONE),
                        walk.losses().isEmpty() ? Optional.empty() : Optional.of(walk.times()),
                        memory.trend(),
                        memory.peak()),
                middle,
                after,
                last,
                closed.map(ended -> SessionPlacement.of(place, session.capabilities(), ended.evidence())),
                closed.flatMap(SessionEnd::evidence).flatMap(CacheSeen::of),
                walk.ended().or(() -> session.fault().map(Ended::of)),
                walk.parts(),
                walk.skipped(),
                notes);
    }

    /** Parameters that have their initial bits although the first step moves them. */
    private static List<String> still(SeedRun run, TrainingModels models, TrainingStart last) {
        Map<String, Tensor> initial = run.start().of(models.step().graph());
        return run.exact().moving().stream()
                .filter(name -> Optional.ofNullable(last.state().get(name))
                        .filter(tensor -> Objects.equals(tensor, initial.get(name)))
                        .isPresent())
                .toList();
    }

    @Override
    public void close() {
        runner.close();
    }
}
