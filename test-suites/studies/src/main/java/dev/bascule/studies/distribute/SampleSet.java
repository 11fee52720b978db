package dev.bascule.studies.distribute;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The samples of a replicas run, each with the outputs that native CPU without graph optimization gives. A sample is the
 * case's input with its floating-point values turned round by some elements, so that an answer to another sample is
 * noticed; of a model that is fed none, its integers are turned, all by as many: ids stay ids, and a mask moves with what it
 * masks. Beyond {@value #MOST} of them they come again. Immutable.
 */
final class SampleSet {
    static final int MOST = 64;

    private final ToleranceRule rule;
    private final List<Map<String, Tensor>> inputs;
    private final List<Map<String, Tensor>> expected;

    private SampleSet(ToleranceRule rule, List<Map<String, Tensor>> inputs, List<Map<String, Tensor>> expected) {
        this.rule = rule;
        this.inputs = List.copyOf(inputs);
        this.expected = List.copyOf(expected);
    }

    /** Either the samples, or why there are none. */
    sealed interface Made {
        record Ready(SampleSet samples) implements Made {}

        record Missing(StudyOutcome.Setback why) implements Made {}
    }

    static Made of(StudyContext study, int count) {
        Map<String, Tensor> own = study.testCase().feeds().step(0);
        List<Map<String, Tensor>> inputs = variants(own, Math.min(count, MOST));
        try (IsolatedRunner child = study.nativeSource().isolated(Backends.NATIVE_CPU)) {
            Optional<Failure> absent = child.start();
            if (absent.isPresent()) {
                return new Made.Missing(new StudyOutcome.Setback(Verdict.SKIPPED, absent.get()));
            }
            Reply<SessionResult> reply = child.run(job(study, inputs), study.timeout());
            if (reply instanceof Reply.Failed<SessionResult> failed) {
                return new Made.Missing(StudyOutcome.Setback.of("the reference of the samples", failed.fault()));
            }
            List<Map<String, Tensor>> expected =
                    new ArrayList<>(reply.result().orElseThrow().outputs().steps());
            // What gave no output at all is wrong in each.
            while (expected.size() < inputs.size()) {
                expected.add(Map.of());
            }
            return new Made.Ready(new SampleSet(study.testCase().rounding(), inputs, expected));
        }
    }

    private static Job job(StudyContext study, List<Map<String, Tensor>> inputs) {
        Map<String, List<Tensor>> steps = new LinkedHashMap<>();
        inputs.get(0)
                .keySet()
                .forEach(name -> steps.put(
                        name,
                        inputs.stream()
                                .map(each ->
                                        each.getOrDefault(name, inputs.get(0).get(name)))
                                .toList()));
        PreparedCase testCase = study.testCase();
        return new Job(
                study.ids().next(),
                Backends.NATIVE_CPU,
                testCase.artifact(),
                new Feeds(steps, Map.of()),
                testCase.outputs(),
                testCase.settings().asReference());
    }

    /** The case's own inputs first; fewer than asked for where turning them round gives nothing new. */
    static List<Map<String, Tensor>> variants(Map<String, Tensor> own, int count) {
        List<Map<String, Tensor>> floats = variants(own, count, DType::isFloat);
        // Integers beside floats may be sizes or rates, which are no data.
        return floats.size() > 1 ? floats : variants(own, count, dtype -> true);
    }

    private static List<Map<String, Tensor>> variants(Map<String, Tensor> own, int count, Predicate<DType> turns) {
        List<Map<String, Tensor>> variants = new ArrayList<>(List.of(own));
        for (int variant = 1; variant < count; variant++) {
            Map<String, Tensor> turned = new LinkedHashMap<>();
            for (Map.Entry<String, Tensor> input : own.entrySet()) {
                Tensor tensor = input.getValue();
                turned.put(input.getKey(), turns.test(tensor.dtype()) ? turned(tensor, variant, count) : tensor);
            }
            if (!variants.contains(turned)) {
                variants.add(turned);
            }
        }
        return variants;
    }

    private static Tensor turned(Tensor tensor, int variant, int count) {
        if (tensor.dtype().bits() < Byte.SIZE || tensor.dtype().bits() % Byte.SIZE != 0) {
            return tensor;
        }
        byte[] bytes = tensor.bytes();
        int width = tensor.dtype().bits() / 8;
        int elements = bytes.length / width;
        int shift = (int) ((long) variant * Math.max(1, elements / count) % Math.max(1, elements)) * width;
        byte[] turned = new byte[bytes.length];
        System.arraycopy(bytes, shift, turned, 0, bytes.length - shift);
        System.arraycopy(bytes, 0, turned, bytes.length - shift, shift);
        return Tensor.of(tensor.dtype(), tensor.shape(), turned);
    }

    int distinct() {
        return inputs.size();
    }

    Map<String, Tensor> inputs(int sample) {
        return inputs.get(sample % inputs.size());
    }

    /** What is wrong with the outputs of a sample; empty where they are right. Thread-safe. */
    Optional<String> check(int sample, Map<String, Tensor> outputs) {
        return check(expected.get(sample % expected.size()), outputs, rule);
    }

    static Optional<String> check(Map<String, Tensor> expected, Map<String, Tensor> outputs, ToleranceRule rule) {
        OutputChecker checker = new OutputChecker(
                new OutputChecker.Reference(Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(expected), rule));
        List<Outputs.Output> brought = new ArrayList<>();
        outputs.forEach((name, tensor) -> brought.add(new Outputs.Output(name, 0, 0, tensor)));
        checker.requireAll(new Outputs(brought));
        checker.check(new Outputs(brought), 1);
        Numerics numerics = checker.result();
        return numerics.ok()
                ? Optional.empty()
                : Optional.of("%d of %d values lie outside the tolerance, by up to %.3g"
                        .formatted(
                                numerics.difference().outside(),
                                numerics.difference().elements(),
                                numerics.difference().maxAbs()));
    }
}
