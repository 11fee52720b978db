package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.Family;
import dev.bascule.models.classify.ModelClassifier.Findings;
import dev.bascule.models.onnx.Attributes;
import org.junit.jupiter.api.Test;

/** A decoder as exporters of PyTorch write it: caches grow by Concat, norms are spelled out. */
class ExportedDecoderTest {
    private static final long WORDS = 1000;

    private static SmallGraph decoder(SmallGraph to, String source) {
        to.ids("ids", "batch", "length")
                .input("key.0", "batch", 2, "past", 4)
                .input("value.0", "batch", 2, "past", 4)
                .weight("table", WORDS, 8)
                .weight("two")
                .weight("epsilon")
                .weight("gain", 8)
                .weight("root")
                .weight("w", 8, 8)
                .weight("head", 8, WORDS)
                .weight("split", 4)
                .weight("merge", 3)
                .node("Gather", "table ids", "x")
                .node("Pow", "x two", "squares")
                .node("ReduceMean", "squares", "mean")
                .node("Add", "mean epsilon", "shifted")
                .node("Sqrt", "shifted", "norm")
                .node("Div", "x norm", "unit")
                .node("Mul", "unit gain", "n");
        heads(to, "n", "q");
        heads(to, source, "k");
        heads(to, source, "v");
        return to.node("Concat", "key.0 k4", "present.key", Attributes.integer("axis", 2))
                .node("Concat", "value.0 v4", "present.value", Attributes.integer("axis", 2))
                .node("Transpose", "present.key", "kt", Attributes.ints("perm", 0, 1, 3, 2))
                .node("MatMul", "q4 kt", "scores")
                .node("Div", "scores root", "scaled")
                .node("Softmax", "scaled", "shares")
                .node("MatMul", "shares present.value", "found")
                .node("Transpose", "found", "turned", Attributes.ints("perm", 0, 2, 1, 3))
                .node("Reshape", "turned merge", "flat")
                .node("MatMul", "flat w", "out")
                .node("Add", "x out", "y")
                .node("MatMul", "y head", "logits")
                .output("logits", "batch", "length", WORDS)
                .output("present.key", "batch", 2, "all", 4)
                .output("present.value", "batch", 2, "all", 4);
    }

    private static void heads(SmallGraph to, String from, String name) {
        to.node("MatMul", from + " w", name)
                .node("Reshape", name + " split", name + "3")
                .node("Transpose", name + "3", name + "4", Attributes.ints("perm", 0, 2, 1, 3));
    }

    @Test
    void caches_that_grow_are_told_and_so_is_what_writes_with_them() {
        Findings found = Findings.of(decoder(new SmallGraph(), "n").model());

        assertThat(found.family().leaning()).contains(Family.TEXT_GENERATION);
        assertThat(found.family().strength()).isEqualTo(Strength.CLEAR);
        assertThat(found.architecture().leaning()).contains(ArchitectureKind.DECODER);
        assertThat(found.architecture().strength()).isEqualTo(Strength.CLEAR);
        assertThat(found.task().leaning()).contains("text-generation");
        assertThat(found.architecture().evidence()).anyMatch(words -> words.startsWith("2 inputs come back"));
    }

    @Test
    void vectors_that_another_network_made_may_have_been_heard_or_read() {
        Findings found = Findings.of(decoder(new SmallGraph().input("hidden", "batch", "source", 8), "hidden")
                .model());

        assertThat(found.architecture().leaning()).contains(ArchitectureKind.CROSS_DECODER);
        assertThat(found.family().strength()).isEqualTo(Strength.THIN);
        assertThat(found.task().strength()).isEqualTo(Strength.THIN);
    }
}
