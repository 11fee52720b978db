package dev.bascule.studies.arithmetic;

import dev.bascule.execution.attempt.ProductQuestions;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.ScratchModel;
import dev.bascule.execution.service.Arithmetic;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Asks by the probes of the hardware test, where and when a cell wants to know. Stateless. */
public final class ProductProbes implements ProductQuestions {

    @Override
    public List<Arithmetic> ask(
            Set<String> operators, SessionSettings settings, Function<PreparedCase, Answer> engine) {
        return ArithmeticProbes.of(DType.FLOAT32).stream()
                .filter(probe -> operators.contains(probe.kind()))
                .map(probe -> ask(probe, settings.withEvidence(true), engine))
                .toList();
    }

    private static Arithmetic ask(
            ArithmeticProbe probe, SessionSettings settings, Function<PreparedCase, Answer> engine) {
        if (!(probe.testCase().program() instanceof Program.Model model)) {
            throw new IllegalStateException(probe.operator() + " is no ONNX model");
        }
        byte[] onnx = new byte[model.onnx().remaining()];
        model.onnx().duplicate().get(onnx);
        try (ScratchModel scratch = ScratchModel.of(onnx)) {
            Answer answer = engine.apply(prepared(probe.testCase(), scratch, settings));
            Map<String, Value> outputs = new HashMap<>();
            answer.outputs().ifPresent(given -> given.forEach((name, tensor) -> outputs.put(name, Value.of(tensor))));
            return answer.outputs()
                    .flatMap(given -> probe.read(outputs))
                    .map(finding -> Arithmetic.found(probe.operator(), probe.format(), finding))
                    .orElseGet(() -> Arithmetic.unknown(
                            probe.operator(),
                            probe.format(),
                            answer.why().isBlank() ? "its answer is none of the probe's" : answer.why()));
        }
    }

    private static PreparedCase prepared(ConformanceCase probe, ScratchModel scratch, SessionSettings settings) {
        Map<String, Tensor> inputs = new HashMap<>();
        probe.sets().get(0).inputs().forEach((name, value) -> {
            if (value instanceof Value.One one) {
                inputs.put(name, one.tensor());
            }
        });
        return new PreparedCase(
                probe.id(),
                probe.model(),
                scratch.artifact(),
                List.of(ArithmeticProbe.OUTPUT),
                Map.of(),
                PreparedCase.Feeding.of(Feeds.of(inputs)),
                settings,
                PreparedCase.Answers.NONE,
                Map.of());
    }
}
