package dev.bascule.exact.kernel.text;

import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.ints;
import static dev.bascule.models.onnx.Attributes.real;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextKernelsTest {

    @Test
    void words_beyond_the_most_stay_together() {
        Operand words = run("", "StringSplit", 20, new Texts(new String[] {" a  b c "}, 1), integer("maxsplit", 1));
        assertThat(((Texts) words).data()).containsExactly("a", "b c ");
        Operand parts = run("", "StringSplit", 20, new Texts(new String[] {"", "a--b--"}, 2), text("delimiter", "--"));
        assertThat(((Texts) parts).data()).containsExactly("", "", "", "a", "b", "");
    }

    @Test
    void a_named_group_of_re2_is_understood() {
        Operand matches =
                run("", "RegexFullMatch", 20, new Texts(new String[] {"ab", "abc"}, 2), text("pattern", "(?P<x>a)b"));
        assertThat(((Integers) matches).data()).containsExactly(1, 0);
    }

    @Test
    void a_text_that_is_too_long_for_javas_expressions_is_refused() {
        Array text = new Texts(new String[] {"a".repeat(1_000_000)}, 1);
        assertThatThrownBy(() -> run("", "RegexFullMatch", 20, text, text("pattern", "(a|b)*")))
                .isInstanceOf(UnsupportedOperatorException.class)
                .hasMessageContaining("1000000 characters");
    }

    @Test
    void weights_belong_to_sequences_and_not_to_places() {
        Array words = Integers.longs(new long[] {5, 6, 5}, 3);
        AttributeProto[] attributes = {
            ints("pool_int64s", 5, 6, 5, 6),
            ints("ngram_counts", 0, 2),
            ints("ngram_indexes", 2, 0, 1),
            floats("weights", 10, 20, 30),
            integer("min_gram_length", 1),
            integer("max_gram_length", 2),
            integer("max_skip_count", 0)
        };
        assertThat(weighed(words, "TFIDF", attributes)).containsExactly(20, 30, 20);
        assertThat(weighed(words, "IDF", attributes)).containsExactly(20, 30, 10);
        assertThat(weighed(words, "TF", attributes)).containsExactly(1, 1, 2);
    }

    private static double[] weighed(Array words, String mode, AttributeProto... attributes) {
        AttributeProto[] all = Arrays.copyOf(attributes, attributes.length + 1);
        all[attributes.length] = text("mode", mode);
        return ((Reals) run("", "TfIdfVectorizer", 9, words, all)).data();
    }

    @Test
    void even_what_is_no_number_has_a_label_and_what_has_none_gets_the_default() {
        Operand labels = run(
                "ai.onnx.ml",
                "LabelEncoder",
                2,
                new Reals(DType.FLOAT32, new double[] {Double.NaN, 1, 2}, 3),
                floats("keys_floats", Float.NaN, 1),
                ints("values_int64s", 7, 8));
        assertThat(((Integers) labels).data()).containsExactly(7, 8, -1);
    }

    @Test
    void rows_are_normalized_each_by_itself_and_one_of_zeros_is_left() {
        Reals rows = new Reals(DType.FLOAT32, new double[] {3, -4, 0, 0}, 2, 2);
        assertThat(((Reals) run("ai.onnx.ml", "Normalizer", 1, rows, text("norm", "L2"))).data())
                .containsExactly(3 / 5.0, -4 / 5.0, 0, 0);
        assertThat(((Reals) run("ai.onnx.ml", "Binarizer", 1, rows, real("threshold", -1))).data())
                .containsExactly(1, 0, 1, 1);
        assertThat(((Reals) run("ai.onnx.ml", "Scaler", 1, rows, floats("offset", 1, 2), floats("scale", 10))).data())
                .containsExactly(20, -60, -10, -20);
    }

    private static Operand run(
            String domain, String operator, long opset, Operand input, AttributeProto... attributes) {
        NodeProto node = NodeProto.newBuilder()
                .setDomain(domain)
                .setOpType(operator)
                .addOutput("y")
                .addAllAttribute(List.of(attributes))
                .build();
        Call call = new Call(node, opset, List.of(Optional.of(input)), Rounding.NONE, (graph, given) -> given);
        String name = domain.isEmpty() ? operator : domain + "." + operator;
        return Optional.ofNullable(TextKernels.all().get(name))
                .orElseThrow()
                .run(call)
                .get(0);
    }

    private static AttributeProto floats(String name, float... values) {
        AttributeProto.Builder attribute =
                AttributeProto.newBuilder().setName(name).setType(AttributeType.FLOATS);
        for (float value : values) {
            attribute.addFloats(value);
        }
        return attribute.build();
    }
}
