package dev.bascule.studies.conformance;

import dev.bascule.execution.service.RightOutputs;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The negative control of a run: of each cell that came out right, outputs are judged again with one element of the reference
 * off by little more than its tolerance, with another shape, and not delivered. None of it may pass. Thread-safe.
 */
public final class RunSelfCheck {
    /** Of one cell: models with state have dozens of outputs at hundreds of steps. */
    private static final int ELEMENTS = 10;

    private final long seed;
    private final RunJudge judge;
    private final List<String> missed = new ArrayList<>();
    private int corrupted;

    /** Something changed, so that it must not pass. */
    private record Control(Reference reference, Outputs outputs, String what) {}

    /**
     * @param seed which elements are changed
     * @param judge who is checked
     */
    public RunSelfCheck(long seed, RunJudge judge) {
        this.seed = seed;
        this.judge = judge;
    }

    /**
     * Corrupts what a cell was found right by. At once, while the reference's runner lives: a tolerance may have to be
     * measured.
     */
    public synchronized void check(RightOutputs right) {
        if (!judge.areRight(right.reference(), right.outputs())) {
            corrupted++;
            missed.add(right + ": right outputs are called wrong");
            return;
        }
        for (Control control : controls(right)) {
            corrupted++;
            if (judge.areRight(control.reference(), control.outputs())) {
                missed.add(right + ": " + control.what());
            }
        }
    }

    public synchronized SelfCheck.Result result() {
        return new SelfCheck.Result(corrupted, missed);
    }

    private List<Control> controls(RightOutputs right) {
        Set<String> passedOver = right.reference().notJudged().stream()
                .filter(output -> !output.isCompared())
                .map(UnjudgedOutput::output)
                .collect(Collectors.toSet());
        List<Outputs.Output> judged = right.outputs().all().stream()
                .filter(output -> !passedOver.contains(output.name()))
                .toList();
        if (judged.isEmpty()) {
            return List.of();
        }
        long draw = draw(right);
        List<Control> controls = new ArrayList<>();
        for (int i = 0; i < Math.min(ELEMENTS, judged.size()); i++) {
            Outputs.Output output = at(judged, draw + i * (long) Math.max(1, judged.size() / ELEMENTS));
            element(right, output, draw).ifPresent(controls::add);
        }
        controls.add(shape(right, at(judged, draw / 7)));
        controls.add(missing(right, at(judged, draw / 13)));
        return controls;
    }

    private static Outputs.Output at(List<Outputs.Output> outputs, long draw) {
        return outputs.get((int) Math.floorMod(draw, (long) outputs.size()));
    }

    private long draw(RightOutputs right) {
        String hash = Sha256.of(("self-check " + seed + " " + right).getBytes(StandardCharsets.UTF_8));
        return Long.parseLong(hash.substring(0, 15), 16);
    }

    private static Optional<Control> element(RightOutputs right, Outputs.Output output, long draw) {
        Tensor got = output.tensor();
        Optional<RoundingNoise> noise = right.reference()
                .widestNoise(output.step(), output.name())
                .filter(known -> known.elements() == got.shape().elements());
        OptionalLong at = noise.map(known -> determined(known, draw)).orElse(OptionalLong.of(draw));
        if (at.isEmpty()) {
            return Optional.empty();
        }
        ToleranceRule rule = right.reference().rule();
        Tolerance widest = noise.map(known -> around(known, got, (int) at.getAsLong()))
                .or(() -> rule.widened(output.name(), got.dtype()))
                .orElseGet(() -> rule.of(output.name(), got.dtype()));
        return Corruption.element(Value.of(got), widest, at.getAsLong())
                .map(changed -> new Control(
                        expecting(right.reference(), output, tensor(changed)),
                        right.outputs(),
                        "an element of " + describe(output)));
    }

    /** An element that is judged, the first from the drawn one on. */
    private static OptionalLong determined(RoundingNoise noise, long draw) {
        int elements = noise.elements();
        return LongStream.range(0, elements)
                .map(i -> Math.floorMod(draw + i, (long) elements))
                .filter(i -> !noise.isUndetermined((int) i))
                .findFirst();
    }

    /** What this element may be off, as a limit of its own. */
    private static Tolerance around(RoundingNoise noise, Tensor got, int element) {
        if (!got.dtype().isFloat() || !(noise.tolerance().perElement() instanceof ElementTolerance.Noise perElement)) {
            return Tolerance.EXACT;
        }
        double own = FloatFormat.of(got.dtype()).spacing(Elements.of(got).at(element));
        return Tolerance.absolute(
                perElement.limit() * noise.deviation(element) + own,
                noise.tolerance().basis());
    }

    private static Control shape(RightOutputs right, Outputs.Output output) {
        return new Control(
                expecting(right.reference(), output, tensor(Corruption.shape(Value.of(output.tensor())))),
                right.outputs(),
                "the shape of " + describe(output));
    }

    private static Control missing(RightOutputs right, Outputs.Output output) {
        List<Outputs.Output> rest =
                right.outputs().all().stream().filter(other -> other != output).toList();
        return new Control(right.reference(), new Outputs(rest), describe(output) + " is missing");
    }

    private static Tensor tensor(Value value) {
        if (value instanceof Value.One one) {
            return one.tensor();
        }
        throw new IllegalStateException("one tensor became " + Value.describe(value));
    }

    private static Reference expecting(Reference reference, Outputs.Output output, Tensor changed) {
        List<Map<String, Tensor>> steps = new ArrayList<>(reference.steps());
        Map<String, Tensor> step = new LinkedHashMap<>(steps.get(output.step()));
        step.put(output.name(), changed);
        steps.set(output.step(), step);
        return new Reference(
                reference.kind(),
                steps,
                reference.notJudged(),
                reference.rule(),
                reference.noise(),
                reference.narrow());
    }

    private static String describe(Outputs.Output output) {
        return "output '%s' at step %d (%s)".formatted(output.name(), output.step() + 1, output.tensor());
    }
}
