package dev.bascule.models.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderModel;
import dev.bascule.models.decoder.DecoderRun;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files of every type, as models. */
class GgufModelsTest {
    @TempDir
    Path folder;

    @Tag("native")
    @ParameterizedTest
    @ValueSource(strings = {"llama", "gpt2"})
    void both_graphs_of_a_file_compute_the_same(String shape) throws Exception {
        Path file = written(shape).to(folder.resolve("small.gguf"));
        DecoderModel plain = models().resolve(file.toString(), GraphKind.PLAIN);
        DecoderModel contrib = models().resolve(file.toString(), GraphKind.CONTRIB);
        List<Integer> tokens = plain.tokenizer().encode("the other bridge");
        try (DecoderRun one = new DecoderRun(plain.file(), plain.config());
                DecoderRun other = new DecoderRun(contrib.file(), contrib.config())) {
            List<float[]> logits = one.step(tokens);
            List<float[]> same = other.step(tokens);

            assertThat(logits.get(0)).doesNotContain(Float.NaN);
            assertThat(DecoderRun.farthest(logits.get(0), logits.get(5))).isGreaterThan(0.1);
            assertThat(IntStream.range(0, tokens.size()))
                    .allSatisfy(at -> assertThat(DecoderRun.farthest(logits.get(at), same.get(at)))
                            .isLessThan(1e-4));
        }
    }

    /** A block's scale is half of what it was. */
    @Tag("native")
    @Test
    void a_corrupted_scale_shows_in_the_logits() throws Exception {
        Path right = SmallGguf.llama().to(folder.resolve("right.gguf"));
        byte[] bytes = Files.readAllBytes(right);
        GgufTensor tensor = GgufFile.open(right).tensor("blk.0.attn_v.weight").orElseThrow();
        bytes[(int) tensor.offset() + 1] += 4 * 4;
        Path wrong = Files.write(folder.resolve("wrong.gguf"), bytes);
        List<Integer> tokens = List.of(5, 6, 7);
        DecoderModel one = models().resolve(right.toString(), GraphKind.CONTRIB);
        DecoderModel other = models().resolve(wrong.toString(), GraphKind.CONTRIB);
        try (DecoderRun first = new DecoderRun(one.file(), one.config());
                DecoderRun second = new DecoderRun(other.file(), other.config())) {
            assertThat(DecoderRun.farthest(
                            first.step(tokens).get(2), second.step(tokens).get(2)))
                    .isGreaterThan(0.001);
        }
    }

    @Test
    void a_file_is_a_model_wherever_one_is_named() {
        Path file = SmallGguf.llama().to(folder.resolve("small.gguf"));
        ResolvedModel model = new ModelResolver(new CacheFolder(folder.resolve("cache")), HubSettings.of(Map.of()))
                .resolve(file.toString(), folder);

        assertThat(ModelSource.parse(file.toString(), folder).steps()).hasValueSatisfying(steps -> {
            assertThat(steps.frames().keySet()).isEqualTo(DecoderConfig.frames().keySet());
            assertThat(steps.carry()).isEqualTo(DecoderConfig.carry(1));
        });
        assertThat(model.info().name()).isEqualTo("small");
        assertThat(model.info().family()).isEqualTo(Family.TEXT_GENERATION);
        assertThat(model.origin()).containsEntry("source", "gguf");
        assertThat(model.inspection().outputNames()).contains("logits", "present.0.key");
    }

    @Test
    void the_tokenizer_merges_bytes_and_leaves_control_out() {
        Path file = SmallGguf.llama().to(folder.resolve("small.gguf"));
        DecoderModel model = models().resolve(file.toString(), GraphKind.CONTRIB);

        assertThat(model.tokenizer().encode("the<|end|>x")).containsExactly(258, 0, 1 + 'x');
        assertThat(model.tokenizer().decode(List.of(258, 0, 1 + 'x', 1 + 0xC3, 1 + 0xBC)))
                .isEqualTo("thexü");
        assertThat(model.tokenizer().endTokens()).containsExactly(0);
        assertThat(model.tokenizer().encode("t".repeat(100_000))).hasSize(100_000);
    }

    @Test
    void what_is_not_handled_is_told() {
        refused(SmallGguf.llama().text("general.architecture", "mamba"), "architecture 'mamba'");
        refused(SmallGguf.llama().text("tokenizer.ggml.model", "llama"), "tokenizer is of kind 'llama'");
        refused(SmallGguf.llama().text("tokenizer.ggml.pre", "tekken"), "cuts words by 'tekken'");
        refused(SmallGguf.llama().text("llama.rope.scaling.type", "yarn"), "scaled (yarn)");
        refused(SmallGguf.llama().whole("llama.expert_count", 8), "mixture of experts");
        refused(SmallGguf.llama().whole("llama.block_count", 2), "no tensor 'blk.1.attn_norm.weight'");
        refused(SmallGguf.llama().whole("llama.embedding_length", 96), "is of [");
        refused(SmallGguf.llama().whole("llama.attention.head_count_kv", 0), "head_count_kv is 0");
        refused(SmallGguf.llama().texts("tokenizer.ggml.merges", List.of("q zz")), "no token 'zz'");
        GgufWriter infinite = SmallGguf.llama();
        infinite.tensor("output.weight", GgmlType.F32, notNumbers(), 64, 259);
        refused(infinite, "tensor 'output.weight' has a weight that is no number");
    }

    private void refused(GgufWriter writer, String words) {
        Path file = writer.to(folder.resolve("wrong.gguf"));
        assertThatThrownBy(() -> models().resolve(file.toString(), GraphKind.PLAIN))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.GGUF_INVALID))
                .hasMessageContaining(words);
    }

    private static byte[] notNumbers() {
        byte[] bytes = new byte[4 * 64 * 259];
        bytes[2] = (byte) 0xC0;
        bytes[3] = 0x7F;
        return bytes;
    }

    private static GgufWriter written(String shape) {
        return shape.equals("llama") ? SmallGguf.llama() : SmallGguf.gpt2();
    }

    private DecoderModels models() {
        return new DecoderModels(new CacheFolder(folder.resolve("cache")));
    }
}
