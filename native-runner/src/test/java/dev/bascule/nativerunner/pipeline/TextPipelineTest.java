package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TextPipelineTest {
    @Test
    @Tag("native")
    void a_sentence_becomes_ids_mask_and_types() throws Exception {
        Map<String, Tensor> tensors = run("The bridge tips.", 10);
        assertThat(ids(tensors.get("input_ids"))).containsExactly(2, 6, 7, 8, 9, 10, 3, 5, 5, 5);
        assertThat(ids(tensors.get("attention_mask"))).containsExactly(1, 1, 1, 1, 1, 1, 1, 0, 0, 0);
        assertThat(ids(tensors.get("token_type_ids"))).containsOnly(0);
        assertThat(tensors.get("input_ids").shape()).isEqualTo(Shape.of(1, 10));
    }

    @Test
    @Tag("native")
    void a_long_sentence_loses_its_end_and_keeps_its_special_tokens() throws Exception {
        Map<String, Tensor> tensors = run("The bridge tips.", 5);
        assertThat(ids(tensors.get("input_ids"))).containsExactly(2, 6, 7, 8, 3);
        assertThat(ids(tensors.get("attention_mask"))).containsOnly(1);
    }

    @Test
    @Tag("native")
    void what_is_no_tokenizer_is_refused() {
        assertThatThrownBy(() -> run(4, "{}", "the")).isInstanceOf(RefusedException.class);
    }

    @Test
    void content_is_cut_between_its_special_tokens() {
        long[] content = {1, 2, 3, 4};
        assertThat(TokenIds.truncate(new long[] {9, 1, 2, 3, 4, 8}, content, 6)).containsExactly(9, 1, 2, 3, 4, 8);
        assertThat(TokenIds.truncate(new long[] {9, 1, 2, 3, 4, 8}, content, 4)).containsExactly(9, 1, 2, 8);
        assertThat(TokenIds.truncate(new long[] {1, 2, 3, 4, 8}, content, 3)).containsExactly(1, 2, 8);
        assertThat(TokenIds.truncate(new long[] {9, 1, 2, 3, 4}, content, 3)).containsExactly(9, 1, 2);
        assertThat(TokenIds.truncate(content, content, 2)).containsExactly(1, 2);
        assertThat(TokenIds.truncate(new long[] {9, 1, 2, 3, 4, 8}, content, 1)).containsExactly(9);
    }

    @Test
    void the_padding_token_is_found_wherever_a_file_keeps_it() throws Exception {
        assertThat(padding(TestTokenizers.WORD_PIECE)).isEqualTo(5);
        assertThat(padding("{\"model\":{\"vocab\":{\"<pad>\":4,\"[PAD]\":3}}}")).isEqualTo(3);
        assertThat(padding("{\"model\":{\"vocab\":{\"<pad>\":4}}}")).isEqualTo(4);
        assertThat(padding("{\"model\":{\"vocab\":[[\"<s>\",0.0],[\"<pad>\",-1.0]]}}"))
                .isEqualTo(1);
        assertThat(padding("{\"model\":{\"vocab\":{\"a\":4}}}")).isZero();
    }

    private static long padding(String json) throws Exception {
        return TextPipeline.padding(Json.MAPPER.readTree(json));
    }

    private static Map<String, Tensor> run(String text, int length) throws Exception {
        return run(length, TestTokenizers.WORD_PIECE, text);
    }

    private static Map<String, Tensor> run(int length, String tokenizer, String text) throws RefusedException {
        return Pipelines.run(
                new PipelineSpec.Text(length),
                Map.of("tokenizer", tokenizer.getBytes(StandardCharsets.UTF_8)),
                Optional.of(text));
    }

    private static long[] ids(Tensor tensor) {
        long[] ids = new long[(int) tensor.shape().elements()];
        tensor.data().asLongBuffer().get(ids);
        return ids;
    }
}
