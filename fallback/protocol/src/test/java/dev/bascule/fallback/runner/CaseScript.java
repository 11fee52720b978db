package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a {@link ScriptedRunner} ends each case of a pack. Start from {@link #right}, break the cases that the test is about:
 *
 * <pre>{@code
 * CaseScript.right(WASM).at("bad", CaseScript.refusing("create", "Error", "no kernel"))
 *         .at("trap", CaseScript.poisoning("unreachable"))    // the reply says that its engine went with it
 *         .at("segv", CaseScript.dying("SIGSEGV"))            // the runner is gone, without a reply
 *         .at("loop", CaseScript.hanging());                  // no reply: the runner is silent for good
 * }</pre>
 */
@FunctionalInterface
public interface CaseScript {

    End run(int index, PackedCase packed);

    /** What comes of a case. */
    sealed interface End {
        record Replies(CaseReply reply) implements End {}

        /** The runner is gone. */
        record Dies(String reason) implements End {}

        /** No answer; the time-out is told at once: nothing sleeps. */
        record Hangs() implements End {}
    }

    /** This script, but for the cases of a name. */
    default CaseScript at(String name, CaseScript other) {
        return (index, packed) ->
                (packed.name().equals(name) || packed.name().endsWith(":" + name) ? other : this).run(index, packed);
    }

    /** {@code sum}: all float32 inputs of each data set added; the evidence is that of {@link Script#right}. */
    static CaseScript right(Backend backend) {
        Optional<RawEvidence> evidence = Script.right(backend).evidence;
        return (index, packed) -> new End.Replies(new CaseReply(
                index,
                Optional.empty(),
                packed.sets().stream().map(CaseScript::sum).toList(),
                phases(),
                evidence));
    }

    /** Refused in the engine's words; the engine lives on. */
    static CaseScript refusing(String phase, String name, String message) {
        return refusing(phase, name, message, Optional.empty());
    }

    /** A trap: the engine is of no more use, the runner is. */
    static CaseScript poisoning(String message) {
        return refusing("first", "RuntimeError", message, Optional.of(message));
    }

    static CaseScript dying(String reason) {
        return (index, packed) -> new End.Dies(reason);
    }

    static CaseScript hanging() {
        return (index, packed) -> new End.Hangs();
    }

    private static CaseScript refusing(String phase, String name, String message, Optional<String> poisoned) {
        return (index, packed) -> new End.Replies(new CaseReply(
                index,
                Optional.of(new Fault.Refused(
                        phase, name, message, Optional.empty(), phases(), poisoned, Optional.empty())),
                List.of(),
                phases(),
                Optional.empty()));
    }

    private static Phases phases() {
        Optional<Duration> one = Optional.of(Duration.ofMillis(1));
        return new Phases(Optional.empty(), one, one, Optional.empty());
    }

    private static Map<String, Value> sum(Map<String, Value> inputs) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        inputs.forEach((name, value) -> {
            if (value instanceof Value.One one) {
                tensors.put(name, one.tensor());
            }
        });
        Map<String, Value> outputs = new LinkedHashMap<>();
        ScriptedRunner.sum(tensors).forEach((name, tensor) -> outputs.put(name, Value.of(tensor)));
        return outputs;
    }
}
