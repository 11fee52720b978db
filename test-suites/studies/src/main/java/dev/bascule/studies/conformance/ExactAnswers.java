package dev.bascule.studies.conformance;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.execution.reference.RandomOperators;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each case's outputs are when its graph is computed in double, so that a published output is not the only word on what is right.
 * Each case is computed once, for all columns. Thread-safe.
 */
public final class ExactAnswers {
    private static final int NOISY = 8;
    /** The same case has the same noise each time. */
    private static final long SEED = 20_261_125;
    /** For the passes of one data set together; cases are small. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(ExactAnswers.class);

    private final Map<CaseId, Optional<Answer>> known = new ConcurrentHashMap<>();

    /**
     * @param published how far what the case expects lies from it itself, where any of it is a tensor
     * @param sets for each data set each output whose rounding is known
     */
    private record Answer(Optional<Difference.Noise> published, List<Map<String, Exact>> sets) {}

    private record Exact(Value value, RoundingNoise noise) {}

    /**
     * A case's run with how far its outputs are from the exact result. That has no say in the verdict: what was published has.
     *
     * @param outputs that the run was judged by, by name, for each of the case's data sets
     */
    public CaseRun beside(CaseRun run, ConformanceCase one, List<Map<String, Value>> outputs) {
        Attempt decisive = run.decisive();
        // The outputs are those of the last try, which of a retried case is another than the one that counts.
        Optional<Answer> exact =
                decisive.numerics().isEmpty() || !run.retries().isEmpty() ? Optional.empty() : answer(one);
        return exact.flatMap(answer -> distance(answer.sets(), outputs)
                        .map(distance -> run.mapAttempts(attempt -> attempt.equals(decisive)
                                ? attempt.beside(distance, answer.published().flatMap(ExactAnswers::note))
                                : attempt)))
                .orElse(run);
    }

    private static Optional<String> note(Difference.Noise published) {
        return published.beyond() == 0
                ? Optional.empty()
                : Optional.of("%s %s further from the exact result than rounding explains, up to %.3g σ"
                        .formatted(
                                Figures.counted(published.beyond(), "published value"),
                                published.beyond() == 1 ? "is" : "are",
                                published.most()));
    }

    private Optional<Answer> answer(ConformanceCase one) {
        return known.computeIfAbsent(one.id(), id -> compute(one));
    }

    private static Optional<Difference.Noise> distance(
            List<Map<String, Exact>> exact, List<Map<String, Value>> outputs) {
        ValueJudge judge = new ValueJudge((output, dtype) -> Tolerance.EXACT);
        for (int set = 0; set < Math.min(exact.size(), outputs.size()); set++) {
            Map<String, Value> got = outputs.get(set);
            exact.get(set).forEach((name, value) -> {
                if (got.get(name) instanceof Value.One one
                        && value.value() instanceof Value.One is
                        && one.tensor().shape().equals(is.tensor().shape())
                        && one.tensor().dtype() == is.tensor().dtype()) {
                    judge.judge(name, one.tensor(), is.tensor(), Optional.of(value.noise()));
                }
            });
        }
        return judge.result().difference().noise();
    }

    private static Optional<Answer> compute(ConformanceCase one) {
        if (!(one.program() instanceof Program.Model model) || RandomOperators.in(one.model())) {
            return Optional.empty();
        }
        try {
            ExactModel exact = new ExactModel(ModelProto.parseFrom(model.onnx().duplicate()));
            List<Map<String, Exact>> sets = new ArrayList<>();
            for (DataSet set : one.sets()) {
                sets.add(compute(exact, set));
            }
            return Optional.of(new Answer(
                    distance(sets, one.sets().stream().map(DataSet::expected).toList()), List.copyOf(sets)));
        } catch (InvalidProtocolBufferException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            // A case from outside: what its published outputs say stands without it.
            LOG.debug("the exact result of {}", one.id(), e);
            return Optional.empty();
        }
    }

    private static Map<String, Exact> compute(ExactModel model, DataSet set) {
        long end = System.nanoTime() + LIMIT.toNanos();
        ExactResult result = model.run(
                set.inputs(),
                List.copyOf(set.expected().keySet()),
                new ExactModel.Plan(NOISY, SEED),
                () -> System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted());
        Map<String, Exact> outputs = new HashMap<>();
        if (result instanceof ExactResult.Known found) {
            for (Map.Entry<String, ExactOutput> output : found.steps().get(0).entrySet()) {
                output.getValue()
                        .noise()
                        .filter(noise -> 2 * noise.undetermined() <= noise.elements())
                        .ifPresent(noise -> outputs.put(
                                output.getKey(), new Exact(output.getValue().value(), noise)));
            }
        }
        return outputs;
    }
}
