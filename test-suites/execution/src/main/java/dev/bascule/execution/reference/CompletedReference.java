package dev.bascule.execution.reference;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What was published of a case's outputs, completed so that none is passed over in silence. Stateless. */
final class CompletedReference {
    private CompletedReference() {}

    /**
     * Published values, and what a run of the reference says of the rest. What it says of its own worth holds for the published
     * values as well, but where these are no constant.
     */
    static Reference by(Reference published, Reference own) {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        boolean whole = true;
        for (int step = 0; step < own.steps().size(); step++) {
            Map<String, Tensor> merged = new HashMap<>(own.steps().get(step));
            Map<String, Tensor> given =
                    step < published.steps().size() ? published.steps().get(step) : Map.of();
            whole &= given.keySet().containsAll(merged.keySet());
            merged.putAll(given);
            steps.add(merged);
        }
        Map<String, UnjudgedOutput> not = new TreeMap<>();
        UnjudgedOutput.in(steps).forEach(output -> not.put(output.output(), output));
        own.notJudged().stream()
                .filter(output -> output.why() == Why.UNREPEATABLE
                        || output.why() == Why.CONSTANT
                                && UnjudgedOutput.uniform(steps).contains(output.output()))
                .forEach(output -> not.put(output.output(), output));
        return new Reference(
                whole ? published.kind() : own.kind(),
                steps,
                new ArrayList<>(not.values()),
                new Rules(published, own),
                unpublished(published, own.noise()),
                unpublished(published, own.narrow()));
    }

    /** Of what was published, its own rule says how far it may be off. */
    private static List<Map<String, RoundingNoise>> unpublished(
            Reference published, List<Map<String, RoundingNoise>> own) {
        List<Map<String, RoundingNoise>> rest = new ArrayList<>();
        for (int step = 0; step < own.size(); step++) {
            Map<String, RoundingNoise> noise = new HashMap<>(own.get(step));
            if (step < published.steps().size()) {
                noise.keySet().removeAll(published.steps().get(step).keySet());
            }
            rest.add(noise);
        }
        return rest;
    }

    /** Published values alone: of the outputs that they leave out nothing is known. */
    static Reference alone(Reference published, PreparedCase testCase) {
        Map<String, UnjudgedOutput> not = new TreeMap<>();
        published.notJudged().forEach(output -> not.put(output.output(), output));
        testCase.outputs().stream()
                .filter(name -> published.steps().stream().anyMatch(step -> !step.containsKey(name)))
                .forEach(name -> not.put(name, new UnjudgedOutput(name, Why.NO_REFERENCE)));
        return new Reference(published.kind(), published.steps(), new ArrayList<>(not.values()), published.rule());
    }

    /** Each output by the rule of whoever said what it is. */
    private record Rules(Reference published, Reference own) implements ToleranceRule {
        @Override
        public Tolerance of(String output, DType dtype) {
            return source(output).of(output, dtype);
        }

        @Override
        public Optional<Tolerance> widened(String output, DType dtype) {
            return source(output).widened(output, dtype);
        }

        private ToleranceRule source(String output) {
            boolean told = published.steps().stream().anyMatch(step -> step.containsKey(output));
            return told ? published.rule() : own.rule();
        }
    }
}
