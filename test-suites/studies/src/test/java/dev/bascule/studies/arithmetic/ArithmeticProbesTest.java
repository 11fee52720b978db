package dev.bascule.studies.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.OnnxModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArithmeticProbesTest {
    @TempDir
    Path folder;

    static List<ArithmeticProbe> all() {
        return ArithmeticProbes.all();
    }

    /** The model really computes its sums, each at its place: by another implementation of the operators. */
    @ParameterizedTest
    @MethodSource("all")
    void a_probes_model_asks_what_its_questions_say(ArithmeticProbe probe) throws IOException {
        Path file = folder.resolve("probe.onnx");
        Program.Model model = (Program.Model) probe.testCase().program();
        byte[] bytes = new byte[model.onnx().remaining()];
        model.onnx().duplicate().get(bytes);
        Files.write(file, bytes);

        ExactResult result = new ExactModel(OnnxModelFile.open(file).proto())
                .run(
                        probe.testCase().sets().get(0).inputs(),
                        List.of(ArithmeticProbe.OUTPUT),
                        ExactModel.Plan.EXACT_ONLY,
                        () -> false);

        Elements.Reader got = Elements.of(tensor(
                ((ExactResult.Known) result).output(ArithmeticProbe.OUTPUT).value()));
        Elements.Reader expected =
                Elements.of(tensor(probe.testCase().sets().get(0).expected().get(ArithmeticProbe.OUTPUT)));
        int sums = probe.questions().stream()
                .mapToInt(question -> question.sums().size())
                .sum();
        for (int i = 0; i < sums; i++) {
            assertThat(got.at(i * probe.stride())).isEqualTo(expected.at(i * probe.stride()));
        }
    }

    private static Tensor tensor(Value value) {
        return ((Value.One) value).tensor();
    }

    @Test
    void outputs_of_another_shape_or_none_are_no_answer() {
        ArithmeticProbe probe = all().get(0);

        assertThat(probe.read(Map.of())).isEmpty();
        assertThat(probe.read(Map.of(ArithmeticProbe.OUTPUT, Value.of(Tensor.longs(Shape.of(1), 1)))))
                .isEmpty();
        // What comes without rounding is answered by who sums in doubles.
        assertThat(probe.read(probe.testCase().sets().get(0).expected())
                        .orElseThrow()
                        .sumBits())
                .isGreaterThan(26);
    }
}
