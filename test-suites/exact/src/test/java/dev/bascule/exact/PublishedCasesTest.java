package dev.bascule.exact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TestDataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ONNX's own cases: what was published of each operator, by others than us. Each third where there is little time. */
class PublishedCasesTest {
    private static final int STEP = TestSize.of(3, 1);

    /** Of all cases. */
    private static final int MOST_REFUSED = 34;

    private static final String REFUSED = "refused: ";
    /** Published values that are not what the operator's text makes of the published inputs, and why. */
    private static final Map<String, String> AT_ODDS = Map.of(
            "test_qlinearmatmul_[23]D_int8_float(16|32)", "8-bit results wrap round, where the text has them saturate",
            "test_cast(like)?_FLOAT_to_BFLOAT16(_expanded)?", "cut off, where the text rounds to the nearest",
            "test_dynamicquantizelinear(_expanded)?", "a tie that the float32 rounding of the scale decides",
            "test_dft_inverse(_opset19)?", "an exact 0 that was published as float32 made it, 2e-7",
            "test_adam_multiple", "computed with another epsilon than the node has",
            "test_averagepool_3d_dilations_large_count_include_pad_is_1_ceil_mode_is_True",
                    "cells beyond the padding are counted; ONNX's own later code does not");

    @Test
    @Tag("sized")
    void every_case_that_it_computes_comes_out_as_published() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        Map<String, Integer> refused = new TreeMap<>();
        int right = 0;
        List<Path> folders = folders(Corpora.path("onnx-node"));
        for (Path folder : folders) {
            String name = String.valueOf(folder.getFileName());
            String verdict = verdict(folder);
            if (verdict.isEmpty()) {
                right++;
            } else if (verdict.startsWith(REFUSED)) {
                refused.merge(verdict.substring(REFUSED.length()), 1, Integer::sum);
            } else if (AT_ODDS.keySet().stream().noneMatch(name::matches)) {
                wrong.put(name, verdict);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(right).as("refused: %s", refused).isGreaterThanOrEqualTo(folders.size() - MOST_REFUSED);
    }

    private static List<Path> folders(Path root) throws IOException {
        try (Stream<Path> children = Files.list(root)) {
            List<Path> all = children.filter(child -> Files.exists(child.resolve("model.onnx")))
                    .sorted()
                    .toList();
            assertThat(all).hasSizeGreaterThanOrEqualTo(1254 + MOST_REFUSED);
            return IntStream.range(0, all.size())
                    .filter(i -> i % STEP == 0)
                    .mapToObj(all::get)
                    .toList();
        }
    }

    private static String verdict(Path folder) {
        OnnxModelFile file = OnnxModelFile.open(folder.resolve("model.onnx"));
        ModelInspection model = file.inspect();
        for (TestDataSet set : TestDataSet.in(folder)) {
            try {
                Map<String, Value> expected = set.outputValues(model);
                ExactResult result = new ExactModel(file.proto())
                        .run(
                                set.inputValues(model),
                                List.copyOf(expected.keySet()),
                                ExactModel.Plan.EXACT_ONLY,
                                () -> false);
                if (result instanceof ExactResult.Unknown unknown) {
                    return REFUSED + unknown.why();
                }
                ExactResult.Known known = (ExactResult.Known) result;
                ValueJudge judge = new ValueJudge((output, dtype) -> Tolerance.onnxBackendTest(dtype));
                expected.forEach((name, value) ->
                        judge.judge(name, Optional.of(known.output(name).value()), value));
                if (!judge.result().ok()) {
                    return judge.result().difference().toString();
                }
            } catch (BasculeException e) {
                return REFUSED + e.getMessage();
            }
        }
        return "";
    }
}
