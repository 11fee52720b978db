package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderRun;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both graphs of the small decoders on ONNX Runtime. */
@Tag("native")
class DecoderGraphTest {
    private static final List<Integer> TOKENS =
            IntStream.range(0, 24).map(at -> (at * 37 + 11) % 512).boxed().toList();

    /** Logits are of size one. */
    private static final double ROUNDING = 1e-4;

    @TempDir
    private static Path folder;

    @ParameterizedTest
    @CsvSource({
        "gpt2-micro, PLAIN",
        "gpt2-micro, CONTRIB",
        "smollm2-micro, PLAIN",
        "smollm2-micro, CONTRIB",
        "qwen2.5-micro, PLAIN",
        "qwen2.5-micro, CONTRIB",
        "whisper-decoder-micro, PLAIN",
        "t5-micro, PLAIN"
    })
    void a_cache_continued_by_single_tokens_gives_the_logits_of_the_whole_text(String id, GraphKind kind)
            throws Exception {
        try (DecoderRun run = run(id, kind)) {
            List<float[]> whole = run.step(TOKENS);
            run.clear();
            List<float[]> parts = new ArrayList<>(run.step(TOKENS.subList(0, 7)));
            for (int token : TOKENS.subList(7, TOKENS.size())) {
                parts.addAll(run.step(List.of(token)));
            }

            assertThat(IntStream.range(0, TOKENS.size()))
                    .allSatisfy(at -> assertThat(DecoderRun.farthest(whole.get(at), parts.get(at)))
                            .isLessThan(ROUNDING));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt2-micro", "smollm2-micro", "qwen2.5-micro"})
    void both_graphs_compute_the_same(String id) throws Exception {
        try (DecoderRun plain = run(id, GraphKind.PLAIN);
                DecoderRun contrib = run(id, GraphKind.CONTRIB)) {
            List<float[]> one = plain.step(TOKENS);
            List<float[]> other = contrib.step(TOKENS);
            List<float[]> next = plain.step(List.of(5));
            List<float[]> otherNext = contrib.step(List.of(5));

            assertThat(IntStream.range(0, TOKENS.size()))
                    .allSatisfy(at -> assertThat(DecoderRun.farthest(one.get(at), other.get(at)))
                            .isLessThan(ROUNDING));
            assertThat(DecoderRun.farthest(next.get(0), otherNext.get(0))).isLessThan(ROUNDING);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gpt2-micro, PLAIN",
        "gpt2-micro, CONTRIB",
        "smollm2-micro, PLAIN",
        "smollm2-micro, CONTRIB",
        "qwen2.5-micro, PLAIN",
        "qwen2.5-micro, CONTRIB",
        "whisper-decoder-micro, PLAIN",
        "t5-micro, PLAIN"
    })
    void a_token_to_come_changes_nothing_and_one_before_does(String id, GraphKind kind) throws Exception {
        try (DecoderRun run = run(id, kind)) {
            List<float[]> one = run.step(List.of(1, 2, 3, 4));
            run.clear();
            List<float[]> other = run.step(List.of(1, 2, 3, 400));
            run.clear();
            List<float[]> early = run.step(List.of(100, 2, 3, 4));

            assertThat(DecoderRun.farthest(one.get(2), other.get(2))).isLessThan(ROUNDING);
            assertThat(DecoderRun.farthest(one.get(3), other.get(3))).isGreaterThan(0.1);
            assertThat(DecoderRun.farthest(one.get(3), early.get(3))).isGreaterThan(0.01);
        }
    }

    @ParameterizedTest
    @CsvSource({"smollm2-micro, PLAIN", "smollm2-micro, CONTRIB"})
    void faults_of_the_cache_show_in_the_logits(String id, GraphKind kind) throws Exception {
        try (DecoderRun run = run(id, kind)) {
            run.step(TOKENS);
            Map<String, Tensor> before = new LinkedHashMap<>(run.cache());
            float[] right = run.step(List.of(5)).get(0);

            run.cache().putAll(before);
            run.at(TOKENS.size() + 1);
            assertThat(DecoderRun.farthest(run.step(List.of(5)).get(0), right))
                    .as("a position off by one")
                    .isGreaterThan(0.01);

            run.cache().putAll(before);
            run.cache().put(DecoderConfig.past(0, "key"), before.get(DecoderConfig.past(1, "key")));
            run.at(TOKENS.size());
            assertThat(DecoderRun.farthest(run.step(List.of(5)).get(0), right))
                    .as("another layer's cache")
                    .isGreaterThan(0.01);

            run.clear();
            run.at(TOKENS.size());
            assertThat(DecoderRun.farthest(run.step(List.of(5)).get(0), right))
                    .as("a cache that was dropped")
                    .isGreaterThan(0.01);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"whisper-decoder-micro", "t5-micro"})
    void what_is_looked_at_of_an_encoder_shows_in_every_row_and_by_each_of_its_parts(String id) throws Exception {
        Map<String, Tensor> one = encoded(id, 1);
        Map<String, Tensor> other = encoded(id, 2);
        try (DecoderRun run = run(id, GraphKind.PLAIN)) {
            List<float[]> right = run.step(TOKENS);
            for (String part : one.keySet()) {
                run.clear();
                run.on(one).on(Map.of(part, other.get(part)));
                List<float[]> wrong = run.step(TOKENS);
                assertThat(IntStream.range(0, TOKENS.size()))
                        .as(part)
                        .allSatisfy(at -> assertThat(DecoderRun.farthest(right.get(at), wrong.get(at)))
                                .isGreaterThan(0.01));
            }
        }
    }

    private static DecoderRun run(String id, GraphKind kind) throws Exception {
        ZooModel model = Zoo.model(id).orElseThrow().as(kind);
        Path file = new ZooStore(new CacheFolder(folder)).file(model);
        return new DecoderRun(file, model.decoder().orElseThrow()).on(encoded(id, 1));
    }

    /** What the encoder makes of a text or features of this seed; nothing where there is none. */
    private static Map<String, Tensor> encoded(String id, long seed) throws Exception {
        Optional<ZooModel> encoder = Zoo.model(id).orElseThrow().encoder();
        if (encoder.isEmpty()) {
            return Map.of();
        }
        Path file = new ZooStore(new CacheFolder(folder)).file(encoder.get());
        try (Ort ort = new Ort(file)) {
            return ort.run(new FeedBuilder(OnnxModelFile.open(file).inspect(), Map.of(), 1, seed, PreparedTensors.NONE)
                    .build(Map.of(), Map.of(), Map.of())
                    .feeds()
                    .step(0));
        }
    }
}
