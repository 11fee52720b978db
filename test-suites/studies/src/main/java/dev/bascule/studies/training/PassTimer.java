package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.exact.ExactOutput;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Times forward, gradient and step graph of a target in turn, in short sessions of their own: what the machine does meanwhile falls on all
 * three. Belongs to its runner's thread.
 */
final class PassTimer {
    /** So many rounds make an interval. */
    private static final int ROUNDS = 4;

    private static final Duration BUDGET = Duration.ofSeconds(3);
    private static final Duration BLOCK = Duration.ofMillis(40);
    private static final int WARM = 2;
    private static final int FEWEST = 4;
    private static final int MOST = 50;
    /** Of the inputs of one request. */
    private static final long MOST_BYTES = 4_000_000;

    private final Place place;
    private final PlaceSessions sessions;
    private final SessionSettings settings;
    private final Duration timeout;
    private final BooleanSupplier stopped;

    PassTimer(
            Place place, PlaceSessions sessions, SessionSettings settings, Duration timeout, BooleanSupplier stopped) {
        this.place = place;
        this.sessions = sessions;
        this.settings = settings.withEvidence(false);
        this.timeout = timeout;
        this.stopped = stopped;
    }

    /** What came of it; a note where nothing did. */
    record Timed(Optional<PassTimes> times, Optional<String> note) {
        static final Timed NOT_ASKED = new Timed(Optional.empty(), Optional.empty());

        static Timed not(String why) {
            return new Timed(
                    Optional.empty(), Optional.of("forward, gradient and step were not timed in turn: " + why));
        }
    }

    /** A block of one graph, or why there is none. */
    private record Measured(Optional<Samples> block, Optional<Fault> fault) {}

    /**
     * All three.
     *
     * @param fed the inputs of a step, as samples and as indices
     * @param known the exact loss of these; empty where nobody knows it, and then nothing is timed
     * @param opened what opening a session took on this target: where that is long, there are no more of them
     */
    Timed time(
            TrainingModels models,
            Map<String, Tensor> fed,
            Optional<ExactOutput> known,
            TrainingStart start,
            CarryLocation state,
            Phases opened) {
        Duration opening =
                opened.create().orElse(Duration.ZERO).plus(opened.first().orElse(Duration.ZERO));
        if (opening.multipliedBy(3).compareTo(BUDGET) > 0) {
            return Timed.not("a session takes %.1f s to open here".formatted(opening.toMillis() / 1e3));
        }
        List<TrainingModels.OnDisk> graphs =
                List.of(models.timed().forward(), models.timed().gradient(), models.step());
        for (TrainingModels.OnDisk graph : graphs) {
            Optional<String> unfit = stopped.getAsBoolean() ? Optional.empty() : unfit(graph, fed, known, start, state);
            if (unfit.isPresent()) {
                return Timed.not(unfit.get());
            }
        }
        List<List<Samples>> blocks = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        long end = System.nanoTime() + 2 * BUDGET.toNanos();
        for (int round = 0; round < ROUNDS && (round == 0 || System.nanoTime() < end); round++) {
            List<Integer> turn = new ArrayList<>(List.of(0, 1, 2));
            if (round % 2 == 1) {
                Collections.reverse(turn);
            }
            for (int each : turn) {
                if (stopped.getAsBoolean()) {
                    return Timed.NOT_ASKED;
                }
                Measured measured = block(graphs.get(each), fed, start, state);
                if (measured.block().isEmpty()) {
                    return Timed.not(measured.fault()
                            .map(fault -> Ended.of(fault).failure().message())
                            .orElse("a block came to no end"));
                }
                blocks.get(each).add(measured.block().get());
            }
        }
        // One round beside a busy machine made a step a hundred times as long as a forward pass.
        if (blocks.get(0).size() < ROUNDS) {
            return Timed.not(
                    "%d of %d rounds came within %d s".formatted(blocks.get(0).size(), ROUNDS, 2 * BUDGET.toSeconds()));
        }
        Optional<PassTimes> times = PassTimes.of(blocks.get(0), blocks.get(1), blocks.get(2));
        return times.isPresent()
                ? new Timed(times, Optional.empty())
                : Timed.not("the clock here is too coarse for them");
    }

    /** Why what a graph takes would be nobody's time: its loss is another, or it ran elsewhere. Untimed, for evidence costs. */
    private Optional<String> unfit(
            TrainingModels.OnDisk on,
            Map<String, Tensor> all,
            Optional<ExactOutput> known,
            TrainingStart start,
            CarryLocation state) {
        if (known.isEmpty()) {
            return Optional.of("no exact loss is known that theirs could be held against");
        }
        PlaceSessions.Asked asked =
                open(on, fed(on, all), start, settings.withCarryLocation(state).withEvidence(true));
        if (asked.session().isEmpty()) {
            return asked.fault().map(fault -> Ended.of(fault).failure().message());
        }
        CheckedSession session = asked.session().get();
        Optional<Float> loss = session.firstOutputs().steps().stream()
                .findFirst()
                .flatMap(first -> Optional.ofNullable(first.get(TrainingGraph.LOSS)))
                .map(tensor -> tensor.data().asFloatBuffer().get(0));
        SessionPlacement placement = SessionPlacement.of(
                place, session.capabilities(), PlaceSessions.end(session).flatMap(SessionEnd::evidence));
        return loss.isEmpty()
                ? Optional.of("one of them gave no loss")
                : Trajectory.of(known.stream().toList(), List.of(loss.get()), 1)
                        .wrong()
                        .or(() -> placement.failure().map(Failure::message));
    }

    private static Map<String, Tensor> fed(TrainingModels.OnDisk on, Map<String, Tensor> all) {
        Map<String, Tensor> fed = new LinkedHashMap<>(all);
        fed.keySet().retainAll(inputs(on.graph()));
        return fed;
    }

    private PlaceSessions.Asked open(
            TrainingModels.OnDisk on, Map<String, Tensor> fed, TrainingStart start, SessionSettings how) {
        TrainingGraph graph = on.graph();
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        start.of(graph).forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        fed.forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        return sessions.openBeside(on.artifact(), new Feeds(inputs, graph.carry()), List.of(TrainingGraph.LOSS), how);
    }

    private Measured block(
            TrainingModels.OnDisk on, Map<String, Tensor> all, TrainingStart start, CarryLocation state) {
        Map<String, Tensor> fed = fed(on, all);
        PlaceSessions.Asked asked = open(on, fed, start, settings.withCarryLocation(state));
        if (asked.session().isEmpty()) {
            return new Measured(Optional.empty(), asked.fault());
        }
        CheckedSession session = asked.session().get();
        Reply<Advance> warm = session.advance(request(fed, WARM));
        Reply<Advance> timed = warm.result()
                .map(first -> session.advance(request(fed, count(first, fed))))
                .orElse(warm);
        PlaceSessions.end(session);
        return new Measured(
                timed.result().map(Advance::steps).filter(block -> !block.isEmpty()),
                warm.failed().or(timed::failed));
    }

    private AdvanceRequest request(Map<String, Tensor> fed, int count) {
        return new AdvanceRequest(Collections.nCopies(count, fed), Set.of(), timeout);
    }

    /** As many as fill a block, by what the last one took. */
    private static int count(Advance warm, Map<String, Tensor> fed) {
        double[] millis = warm.steps().millis();
        double each = millis.length == 0 ? 0 : millis[millis.length - 1];
        long bytes = 1
                + fed.values().stream()
                        .mapToLong(tensor -> tensor.data().remaining())
                        .sum();
        double wanted = each > 0 ? BLOCK.toMillis() / each : MOST;
        return (int) Math.max(1, Math.min(Math.max(FEWEST, Math.min(MOST, wanted)), MOST_BYTES / bytes));
    }

    private static Set<String> inputs(TrainingGraph graph) {
        Set<String> names = new HashSet<>();
        for (ValueInfoProto input : graph.model().getGraph().getInputList()) {
            names.add(input.getName());
        }
        return names;
    }
}
