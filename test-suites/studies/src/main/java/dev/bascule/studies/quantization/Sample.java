package dev.bascule.studies.quantization;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Something to ask a model: one inference, or several in a row. Immutable.
 *
 * @param inputs as the model takes them, of the first step
 * @param label the right class; empty where nobody knows it
 * @param sha256 of the inputs and of what is carried: the same question with another label is the same sample
 * @param then what is asked next; nothing of one inference
 */
public record Sample(Map<String, Tensor> inputs, OptionalInt label, String sha256, Then then) {
    public Sample {
        inputs = Collections.unmodifiableMap(new TreeMap<>(inputs));
    }

    /**
     * What follows the first step.
     *
     * @param steps inputs of each; what is carried stands there as the model takes it, and is replaced
     * @param carry input to the output whose previous value feeds it: each model goes on from its own
     */
    public record Then(List<Map<String, Tensor>> steps, Map<String, String> carry) {
        static final Then NOTHING = new Then(List.of(), Map.of());

        public Then {
            steps = List.copyOf(steps);
            carry = Map.copyOf(carry);
        }
    }

    /** Of one inference. */
    public Sample(Map<String, Tensor> inputs, OptionalInt label, String sha256) {
        this(inputs, label, sha256, Then.NOTHING);
    }

    public static Sample of(Map<String, Tensor> inputs, OptionalInt label) {
        MessageDigest digest = Sha256.digest();
        add(digest, inputs);
        return new Sample(inputs, label, Sha256.hex(digest));
    }

    /**
     * Of steps that belong together, without a label.
     *
     * @param steps one at least; a carried input has its first value in the first
     * @param carry input to the output whose previous value feeds it; what goes on from another output is another question
     */
    public static Sample ofSteps(List<Map<String, Tensor>> steps, Map<String, String> carry) {
        MessageDigest digest = Sha256.digest();
        steps.forEach(step -> add(digest, step));
        new TreeMap<>(carry)
                .forEach((input, output) ->
                        digest.update(("carry " + input + '\0' + output + '\0').getBytes(StandardCharsets.UTF_8)));
        return new Sample(
                steps.get(0), OptionalInt.empty(), Sha256.hex(digest), new Then(steps.subList(1, steps.size()), carry));
    }

    private static void add(MessageDigest digest, Map<String, Tensor> inputs) {
        new TreeMap<>(inputs).forEach((name, tensor) -> {
            digest.update((name + '\0' + tensor + '\0').getBytes(StandardCharsets.UTF_8));
            digest.update(tensor.data());
        });
    }

    /** Whether it has more than one step. */
    public boolean isSequence() {
        return !then.steps().isEmpty();
    }

    /** All of it, in order. */
    List<Map<String, Tensor>> steps() {
        List<Map<String, Tensor>> all = new ArrayList<>(List.of(inputs));
        all.addAll(then.steps());
        return all;
    }

    /** The same with one more input in each step, for another model than its own. */
    Sample with(String input, Tensor value) {
        List<Map<String, Tensor>> steps =
                steps().stream().map(step -> more(step, input, value)).toList();
        return new Sample(
                steps.get(0), OptionalInt.empty(), "", new Then(steps.subList(1, steps.size()), then.carry()));
    }

    private static Map<String, Tensor> more(Map<String, Tensor> step, String input, Tensor value) {
        Map<String, Tensor> more = new HashMap<>(step);
        more.put(input, value);
        return more;
    }
}
