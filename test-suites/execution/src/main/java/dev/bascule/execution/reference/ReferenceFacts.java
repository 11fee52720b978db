package dev.bascule.execution.reference;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Asks the session that gave a reference what it is worth: whether it gives the same again, which costs one more inference of each
 * step, and, of an output that is the same in all its elements, whether other inputs change it. Used for one session and thrown
 * away.
 */
final class ReferenceFacts {
    private final PreparedCase testCase;
    private final Duration timeout;
    private final Map<String, UnjudgedOutput> found = new TreeMap<>();
    private Optional<Fault> fault = Optional.empty();

    /** @param timeout for each of its questions */
    ReferenceFacts(PreparedCase testCase, Duration timeout) {
        this.testCase = testCase;
        this.timeout = timeout;
    }

    void ask(CheckedSession session, Reference reference) {
        UnjudgedOutput.in(reference.steps()).forEach(output -> found.put(output.output(), output));
        Reply<Block> again =
                session.measure(BlockRequest.ofIterations(reference.steps().size(), timeout), timeout);
        if (again instanceof Reply.Failed<Block> failed) {
            fault = Optional.of(failed.fault());
            return;
        }
        // What it shipped already it does not ship again.
        Outputs changed = again.result().orElseThrow().newOutputs();
        unlike(reference, changed).forEach(name -> found.put(name, new UnjudgedOutput(name, Why.UNREPEATABLE)));
        Set<String> uniform = UnjudgedOutput.uniform(reference.steps());
        uniform.removeAll(found.keySet());
        if (!uniform.isEmpty()) {
            unmoved(session, reference, uniform)
                    .forEach(name -> found.put(name, new UnjudgedOutput(name, Why.CONSTANT)));
        }
    }

    /** The outputs that show nothing, by name. */
    List<UnjudgedOutput> notJudged() {
        return List.copyOf(found.values());
    }

    /** Why there is no reference after all: it gave its outputs once only. */
    Optional<Fault> fault() {
        return fault;
    }

    /** The outputs that came out otherwise than the reference has them, beyond what a backend is allowed. */
    private Set<String> unlike(Reference reference, Outputs again) {
        Map<String, List<Outputs.Output>> byName = new HashMap<>();
        again.all()
                .forEach(output -> byName.computeIfAbsent(output.name(), name -> new ArrayList<>())
                        .add(output));
        Set<String> unlike = new TreeSet<>();
        byName.forEach((name, outputs) -> {
            OutputChecker checker = new OutputChecker(
                    new Reference(reference.kind(), reference.steps(), List.of(), testCase.rounding()));
            checker.check(new Outputs(outputs), outputs.size());
            if (!checker.result().ok()) {
                unlike.add(name);
            }
        });
        return unlike;
    }

    private Set<String> unmoved(CheckedSession session, Reference reference, Set<String> uniform) {
        Map<String, Tensor> inputs = testCase.feeds().step(0);
        Map<String, Tensor> others = VariedInputs.of(inputs);
        if (others.equals(inputs)) {
            return inputs.isEmpty() ? uniform : Set.of();
        }
        // A model that refuses them says nothing of its output, and has ended its session.
        Map<String, Tensor> outputs =
                session.infer(others, timeout).result().map(Inference::outputs).orElse(Map.of());
        Set<String> unmoved = new TreeSet<>();
        reference.steps().get(0).forEach((name, was) -> {
            if (uniform.contains(name)
                    && Optional.ofNullable(outputs.get(name))
                            .filter(was::equals)
                            .isPresent()) {
                unmoved.add(name);
            }
        });
        return unmoved;
    }
}
