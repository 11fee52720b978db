package dev.bascule.studies.training;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Steps of a session, one after another, with what was seen of them. Belongs to its session's thread. */
public final class Walk {
    /** Of the inputs of one request. */
    private static final long MOST_BYTES = 4_000_000;

    private static final int MOST_STEPS = 100;

    private final CheckedSession session;
    private final TrainingGraph graph;
    private final StepOrder order;
    private final int batch;
    private final Duration timeout;
    private final List<Float> losses = new ArrayList<>();
    private final List<Float> parts = new ArrayList<>();
    private final List<Boolean> skipped = new ArrayList<>();
    private Samples feeds = Samples.NONE;
    private Samples steps = Samples.NONE;
    private Samples readBacks = Samples.NONE;
    private long step;
    private Optional<Ended> ended = Optional.empty();

    /** @param start where it begins: the session was opened with it */
    public Walk(
            CheckedSession session,
            TrainingGraph graph,
            StepOrder order,
            int batch,
            TrainingStart start,
            Duration timeout) {
        this.session = session;
        this.graph = graph;
        this.order = order;
        this.batch = batch;
        this.timeout = timeout;
        this.step = start.step();
    }

    /** Goes on; stops at a fault. */
    void on(int count) {
        walk(count, false);
    }

    /** Goes on, and reads the state that is then: by input, as a later start takes it; empty at a fault. */
    public Optional<TrainingStart> onAndRead(int count) {
        return walk(count, true).map(state -> {
            Map<String, Tensor> byInput = new LinkedHashMap<>();
            graph.carry()
                    .forEach((input, output) ->
                            Optional.ofNullable(state.get(output)).ifPresent(tensor -> byInput.put(input, tensor)));
            return new TrainingStart(byInput, step);
        });
    }

    private Optional<Map<String, Tensor>> walk(int count, boolean read) {
        Map<String, Tensor> state = Map.of();
        int left = count;
        while (left > 0 && ended.isEmpty()) {
            List<List<Map<String, Tensor>>> updates = asked(left);
            List<Map<String, Tensor>> asked =
                    updates.stream().flatMap(List::stream).toList();
            boolean last = updates.size() == left;
            Set<String> wanted = last && read ? Set.copyOf(graph.carry().values()) : Set.of();
            Reply<Advance> reply = session.advance(new AdvanceRequest(asked, wanted, timeout));
            if (reply.result().isEmpty()) {
                ended = reply.failed().map(Ended::of);
                return Optional.empty();
            }
            Advance done = reply.result().get();
            take(done, asked.size() / updates.size());
            if (done.outputs().size() < asked.size()) {
                ended = Optional.of(new Ended(
                        Verdict.TIMED_OUT,
                        Failure.of(
                                ErrorCode.ATTEMPT_TIMED_OUT,
                                "%d of %d steps came within %s"
                                        .formatted(done.outputs().size(), asked.size(), timeout),
                                "raise --timeout")));
                return Optional.empty();
            }
            if (last && read) {
                state = done.state();
                readBacks = readBacks.plus(Samples.ofMillis(done.readBack().toNanos() / 1e6));
            }
            left -= updates.size();
        }
        return ended.isPresent() ? Optional.empty() : Optional.of(state);
    }

    /** The inputs of as many steps as one request takes: of each the parts. */
    private List<List<Map<String, Tensor>>> asked(int left) {
        List<List<Map<String, Tensor>>> asked = new ArrayList<>();
        long bytes = 0;
        int size = 0;
        while (asked.size() < left && size < MOST_STEPS && (bytes < MOST_BYTES || asked.isEmpty())) {
            List<Map<String, Tensor>> parts = order.parts(step + 1 + asked.size());
            bytes += parts.stream()
                    .flatMap(inputs -> inputs.values().stream())
                    .mapToLong(each -> each.data().remaining())
                    .sum();
            size += parts.size();
            asked.add(parts);
        }
        return asked;
    }

    /** A step counts when all of its parts came. */
    private void take(Advance done, int each) {
        feeds = feeds.plus(summed(done.feeds(), each));
        steps = steps.plus(summed(done.steps(), each));
        List<Map<String, Tensor>> outputs = done.outputs();
        step += outputs.size() / each;
        for (int i = 0; i + each <= outputs.size(); i += each) {
            List<Float> own = outputs.subList(i, i + each).stream()
                    .map(one -> number(one, TrainingGraph.LOSS))
                    .toList();
            parts.addAll(own);
            losses.add(
                    each == 1
                            ? own.get(0)
                            : (float) own.stream()
                                    .mapToDouble(Float::doubleValue)
                                    .average()
                                    .orElseThrow());
            // Only the last part updates, or skips it.
            skipped.add(number(outputs.get(i + each - 1), TrainingGraph.SKIPPED) > 0.5);
        }
    }

    private static float number(Map<String, Tensor> outputs, String name) {
        return Optional.ofNullable(outputs.get(name))
                .map(tensor -> tensor.data().asFloatBuffer().get(0))
                .orElse(Float.NaN);
    }

    private static Samples summed(Samples parts, int each) {
        double[] millis = parts.millis();
        double[] sums = new double[millis.length / each];
        for (int i = 0; i < sums.length * each; i++) {
            sums[i / each] += millis[i];
        }
        return Samples.ofMillis(sums);
    }

    /** The loss of each step so far. */
    public List<Float> losses() {
        return List.copyOf(losses);
    }

    /** The loss of each part of each step so far. */
    List<Float> parts() {
        return List.copyOf(parts);
    }

    /** Of each step so far, whether it says that it skipped its update. */
    List<Boolean> skipped() {
        return List.copyOf(skipped);
    }

    /** Steps made, those before its start included. */
    long step() {
        return step;
    }

    public StepTimes times() {
        return new StepTimes(batch, feeds, steps, readBacks);
    }

    /** How long it fed and stepped so far. */
    public Duration trained() {
        return Duration.ofNanos(Math.round(1e6 * (feeds.totalMillis() + steps.totalMillis())));
    }

    public Optional<Ended> ended() {
        return ended;
    }
}
