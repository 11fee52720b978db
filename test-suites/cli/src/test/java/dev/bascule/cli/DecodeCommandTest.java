package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.DepthTimes;
import dev.bascule.studies.decode.Judgement;
import dev.bascule.studies.decode.LogitsJudge;
import dev.bascule.studies.decode.OwnText;
import dev.bascule.studies.decode.PeerDecoding;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import dev.bascule.studies.decode.PeerEngine.PeerPrefill;
import dev.bascule.studies.decode.Prefill;
import dev.bascule.studies.decode.Prompt;
import dev.bascule.studies.decode.TargetDecoding;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.truth.TruthReport.Absent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodeCommandTest {
    private static final Phases PHASES = new Phases(
            Optional.of(Duration.ofMillis(1)),
            Optional.of(Duration.ofMillis(100)),
            Optional.of(Duration.ofMillis(50)),
            Optional.of(Duration.ofMillis(1)));

    @TempDir
    private Path folder;

    private final List<DecodeRequest> asked = new ArrayList<>();

    private CliHarness.Result run(DecodeReport report, String... words) {
        FakeServices services = new FakeServices();
        services.decode = (request, listener) -> {
            asked.add(request);
            return report;
        };
        return new CliHarness(folder, services).run(words);
    }

    private static Judgement judgement(boolean right) {
        return new Judgement(
                16,
                right ? 16 : 12,
                right ? 1e-6 : Double.POSITIVE_INFINITY,
                0.01,
                1e-12,
                1e-11,
                right ? Optional.empty() : Optional.of(new LogitsJudge.Disagreement(3, 7, 9, 0.25, 0.5)),
                12.5,
                right ? 12.5 : 40,
                right ? Optional.empty() : Optional.of("logits lie up to 0.5 standard deviations off"),
                Optional.of(new OwnText(List.of(9L, 10L), right, OwnText.Ending.SAME, Optional.of("in the end"))));
    }

    private static SessionPlacement placement(Backend backend) {
        return new SessionPlacement(
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 38),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Optional.empty());
    }

    private static TargetDecoding target(Backend backend, CarryLocation kv, String seen, boolean right) {
        double[] samples = new double[48];
        Arrays.fill(samples, 4);
        return new TargetDecoding(
                new Target(
                        backend,
                        Optional.empty(),
                        new Engine("onnxruntime", "1.29.0", Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                "plain",
                kv,
                Optional.empty(),
                List.of(new Prefill(
                        8,
                        PHASES,
                        Samples.ofMillis(2, 2, 2),
                        Optional.of(judgement(true)),
                        Optional.of(placement(backend)),
                        Optional.empty())),
                PHASES,
                Optional.of(new CacheSeen(List.of(seen), 64, 128)),
                Optional.of(new DepthTimes(16, Samples.ofMillis(samples))),
                Optional.empty(),
                Optional.of(judgement(right)),
                Optional.of(placement(backend)),
                Optional.empty(),
                List.of());
    }

    private static DecodeReport report(TargetDecoding... targets) {
        return new DecodeReport(
                "tiny",
                "f00d",
                true,
                64,
                Optional.empty(),
                new DecodeReport.Written(
                        "plain",
                        List.of(8),
                        List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L),
                        List.of(9L, 10L),
                        List.of(0.5, 0.25),
                        false,
                        Optional.empty(),
                        Optional.of("in the end"),
                        Optional.empty()),
                List.of(targets),
                List.of(new Absent("webnn", "no browser")),
                List.of(),
                false);
    }

    @Test
    void a_right_target_has_its_speed_its_first_token_and_where_its_caches_were() {
        CliHarness.Result result = run(
                report(target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "gpu-buffer", true)), "decode", "bert-micro");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("seeded weights: its words mean nothing")
                .containsSubsequence("gpu-buffer", "250", "4.00 ms", "128 B/token", "PASS")
                .containsSubsequence("8 tokens", "150 ms", "100 ms", "50.0 ms", "2.00 ms")
                .containsSubsequence("16 of 16 (100.0 %)", "12.5")
                .contains("written: in the end")
                .contains("not here: webnn");
    }

    @Test
    void of_what_is_wrong_no_speed_is_printed_and_it_ends_with_1() throws IOException {
        DecodeReport wrong = report(target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", false));
        CliHarness.Result result = run(wrong, "decode", "bert-micro");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out())
                .contains("WRONG: logits lie up to 0.5 standard deviations off; its speed is not shown")
                .contains("first other token at position 3: 9 instead of 7")
                .doesNotContain("4.00 ms");
        JsonNode document = new ObjectMapper()
                .readTree(run(wrong, "decode", "bert-micro", "--json").out());
        DocumentSchema.DECODE.validate(document);
        assertThat(document.at("/targets/0/verdict").asText()).isEqualTo("WRONG");
        assertThat(document.at("/targets/0/decode").isNull()).isTrue();
        assertThat(document.at("/targets/0/judgement/furthestDeviations").isNull())
                .isTrue();
    }

    @Test
    void caches_that_were_elsewhere_than_asked_are_told() {
        assertThat(run(report(target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "cpu", true)), "decode", "bert-micro")
                        .out())
                .contains("its caches were asked to be in gpu-buffer, and were in cpu");
    }

    @Test
    void the_document_keeps_every_sample_by_round_and_fits_its_schema() throws IOException {
        TargetDecoding fell = new TargetDecoding(
                target(Backends.WASM, CarryLocation.CPU, "cpu", true).target(),
                "plain",
                CarryLocation.CPU,
                Optional.empty(),
                List.of(),
                Phases.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Ended(Verdict.CRASHED, Failure.of(ErrorCode.RUNNER_CRASHED, "it died"))),
                List.of());
        CliHarness.Result result = run(
                report(target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true), fell),
                "decode",
                "bert-micro",
                "--json");

        assertThat(result.exit()).isEqualTo(1);
        JsonNode document = new ObjectMapper().readTree(result.out());
        DocumentSchema.DECODE.validate(document);
        assertThat(document.at("/targets/0/decode/rounds")).hasSize(3);
        assertThat(document.at("/targets/0/decode/rounds/2")).hasSize(16);
        assertThat(document.at("/targets/0/caches/readBackBytesPerToken").asDouble())
                .isEqualTo(128);
        assertThat(document.at("/targets/1/failure").asText()).isEqualTo("it died");
    }

    @Test
    void what_is_asked_for_is_passed_on() {
        run(
                report(),
                "decode",
                "bert-micro",
                "--prompt",
                "128,32",
                "--generate",
                "9",
                "--backends",
                "webgpu,cpu",
                "--kv",
                "gpu-buffer,cpu",
                "--graph",
                "contrib,plain",
                "--rounds",
                "2",
                "--within",
                "0.05");

        DecodeRequest request = asked.get(0);
        assertThat(request.prompt()).isEqualTo(new Prompt.Lengths(List.of(32, 128)));
        assertThat(request.generate()).isEqualTo(9);
        assertThat(request.graphs()).containsExactly("contrib", "plain");
        assertThat(request.locations()).containsExactly(CarryLocation.GPU_BUFFER, CarryLocation.CPU);
        assertThat(request.targets()).allMatch(chosen -> chosen.named()).hasSize(2);
        assertThat(request.limits().rounds()).isEqualTo(2);
        assertThat(request.limits().distance()).isEqualTo(0.05);
        run(report(), "decode", "bert-micro", "--prompt", "Once upon a time", "--kv", "gpu-buffer");
        assertThat(asked.get(1).prompt()).isEqualTo(new Prompt.Text("Once upon a time"));
        assertThat(asked.get(1).targets())
                .extracting(chosen -> chosen.backend().id())
                .containsExactly("webgpu");
    }

    @Test
    void a_chat_and_a_source_are_passed_on() {
        run(report(), "decode", "bert-micro", "--chat", "32", "--source", "a passage");

        assertThat(asked.get(0).prompt()).isEqualTo(new Prompt.Chat("32"));
        assertThat(asked.get(0).source()).hasValue("a passage");
        run(report(), "decode", "bert-micro");
        assertThat(asked.get(1).prompt()).isEqualTo(new Prompt.Lengths(List.of(32)));
        assertThat(asked.get(1).source()).isEmpty();
        assertThat(run(report(), "decode", "bert-micro", "--chat", "Hi", "--prompt", "8")
                        .err())
                .contains("--chat and --prompt are two beginnings");
    }

    @Test
    void what_cannot_be_asked_is_refused_before_anything_is_started() {
        assertThat(run(report(), "decode", "bert-micro", "--backends", "wasm", "--kv", "gpu-buffer")
                        .err())
                .contains("gpu-buffer is WebGPU's: none of wasm has it");
        assertThat(run(report(), "decode", "bert-micro", "--backends", "wasm,webgpu", "--kv", "gpu-buffer")
                        .err())
                .contains("wasm has none of gpu-buffer");
        assertThat(run(report(), "decode", "bert-micro", "--kv", "gpu-bufer").err())
                .contains("did you mean 'gpu-buffer'");
        for (String[] bad : new String[][] {
            {"--generate", "0"},
            {"--prompt", ""},
            {"--prompt", "0"},
            {"--prompt", "12,,13"},
            {"--prompt", "99999999999"},
            {"--rounds", "0"},
            {"--within", "0"},
            {"--graph", "onnx"},
            {"--chat", " "},
            {"--source", ""}
        }) {
            assertThat(run(report(), "decode", "bert-micro", bad[0], bad[1]).exit())
                    .as(String.join(" ", bad))
                    .isEqualTo(2);
        }
        assertThat(run(report(), "decode", "quickstart").exit()).isEqualTo(2);
        assertThat(asked).isEmpty();
    }

    private static DecodeReport beside(Long... own) {
        return beside(Optional.of(judgement(true)), own);
    }

    private static DecodeReport beside(Optional<Judgement> judged, Long... own) {
        DecodeReport report = report(target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        PeerAnswer answer = new PeerAnswer(
                "3.22.1 of node-llama-cpp",
                Optional.of("CPU : AVX2 = 1"),
                OptionalInt.of(1),
                List.of("set: caches in float32"),
                List.of(new PeerPrefill(8, 100, 20, List.of(10.0, 10.0))),
                List.of(2.0, 2.0),
                List.of(own),
                Optional.empty());
        return new DecodeReport(
                report.model(),
                report.sha256(),
                report.seeded(),
                report.context(),
                report.source(),
                report.written(),
                report.targets(),
                report.absent(),
                List.of(PeerDecoding.of(
                        "llama.cpp", answer, 2, judged, report.written().tokens())),
                false);
    }

    @Test
    void a_peer_that_computes_the_same_model_has_times_and_tokens_and_no_verdict() throws IOException {
        CliHarness.Result result = run(beside(9L, 10L), "decode", "bert-micro", "--peer", "llama.cpp");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsSubsequence("peer ", "threads", "llama.cpp", "500", "2.00 ms", "the same 2 tokens")
                .containsSubsequence("llama.cpp", "8 tokens", "120 ms", "100 ms", "20.0 ms", "10.0 ms")
                .contains(
                        "llama.cpp: peer, version 3.22.1 of node-llama-cpp: no target, so it has neither verdict nor score")
                .contains("llama.cpp: set: caches in float32")
                .contains("llama.cpp: its times are shown up to a KL mean of 0.05 nats over all positions")
                .doesNotContain("not shown");
        JsonNode document = new ObjectMapper()
                .readTree(run(beside(9L, 10L), "decode", "bert-micro", "--json").out());
        DocumentSchema.DECODE.validate(document);
        JsonNode peer = document.at("/peers/0");
        assertThat(peer.at("/sameTokens").asBoolean()).isTrue();
        assertThat(peer.at("/firstOtherToken").isNull()).isTrue();
        assertThat(peer.at("/decode/tokensPerSecond").asDouble()).isEqualTo(500);
        assertThat(peer.at("/judgement").has("right")).isFalse();
        assertThat(peer.has("verdict")).isFalse();
        assertThat(peer.at("/timesWithheld").isNull()).isTrue();
    }

    @Test
    void a_peer_with_other_logits_or_without_them_has_no_times_even_where_it_writes_the_same() throws IOException {
        for (Optional<Judgement> judged : List.of(Optional.of(judgement(false)), Optional.<Judgement>empty())) {
            DecodeReport report = beside(judged, 9L, 10L);

            assertThat(run(report, "decode", "bert-micro").out())
                    .contains("the same 2 tokens")
                    .contains("llama.cpp: its times are not shown: its logits")
                    .contains("llama.cpp  1        -")
                    .doesNotContain("120 ms")
                    .doesNotContain("10.0 ms");
            JsonNode document = new ObjectMapper()
                    .readTree(run(report, "decode", "bert-micro", "--json").out());
            DocumentSchema.DECODE.validate(document);
            JsonNode peer = document.at("/peers/0");
            assertThat(peer.at("/timesWithheld").asText()).startsWith("its logits");
            assertThat(peer.at("/decode").isNull()).isTrue();
            assertThat(peer.at("/prompts/0/timeToFirstTokenMs").isNull()).isTrue();
            assertThat(peer.at("/prompts/0/warmMs").isEmpty()).isTrue();
        }
    }

    @Test
    void a_peer_that_failed_before_its_session_has_neither_threads_nor_build() throws IOException {
        DecodeReport report = beside(9L);
        PeerAnswer answer = new PeerAnswer(
                "3.22.1",
                Optional.empty(),
                OptionalInt.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.of(Failure.of(ErrorCode.RUNNER_CRASHED, "exit code 1")));
        DecodeReport failed = new DecodeReport(
                report.model(),
                report.sha256(),
                report.seeded(),
                report.context(),
                report.source(),
                report.written(),
                report.targets(),
                report.absent(),
                List.of(PeerDecoding.of("llama.cpp", answer, 2, Optional.empty(), List.of(9L))),
                false);

        assertThat(run(failed, "decode", "bert-micro").out())
                .contains("llama.cpp: did not get through: exit code 1")
                .doesNotContain("its library says");
        JsonNode document = new ObjectMapper()
                .readTree(run(failed, "decode", "bert-micro", "--json").out());
        DocumentSchema.DECODE.validate(document);
        assertThat(document.at("/peers/0/threads").isNull()).isTrue();
        assertThat(document.at("/peers/0/build").isNull()).isTrue();
    }

    @Test
    void a_peer_that_writes_another_token_is_told_where() throws IOException {
        assertThat(run(beside(9L, 11L), "decode", "bert-micro").out())
                .contains("differs at token 2 of 2")
                .contains("left alone it differs at token 2: 11 instead of 10; native CPU's two best lie 0.250 apart");
        assertThat(new ObjectMapper()
                        .readTree(run(beside(9L, 11L), "decode", "bert-micro", "--json")
                                .out())
                        .at("/peers/0/firstOtherToken")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void a_peer_that_nobody_knows_is_a_usage_error() {
        CliHarness.Result result = run(beside(9L), "decode", "bert-micro", "--peer", "lama.cpp");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("there is no peer called 'lama.cpp'");
    }
}
