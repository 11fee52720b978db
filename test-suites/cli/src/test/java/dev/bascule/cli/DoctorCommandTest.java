package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
    private static final Machine MACHINE = new Machine(
            "f00d", "Linux 6.1 amd64", new Machine.Cpu("Test CPU", 2, List.of("avx2")), 8L << 30, List.of());

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private CliHarness.Result run(DoctorReport report, String... arguments) {
        services.doctor = (browsers, listener) -> report;
        return new CliHarness(folder, services).run(arguments);
    }

    private static DoctorReport report() {
        return new DoctorReport(
                MACHINE,
                List.of(new BrowserFinding(
                        "Chrome Headless Shell",
                        Optional.of("153.0.1.2"),
                        "/opt/shell",
                        List.of("playwright"),
                        List.of(
                                new BrowserBackendFinding(
                                        "webgpu",
                                        BackendStatus.DEGRADED,
                                        Optional.of(true),
                                        Map.of("vendor", "google"),
                                        Optional.of("software adapter: shows correctness, not speed"),
                                        Optional.empty()),
                                new BrowserBackendFinding(
                                        "wasm",
                                        BackendStatus.OK,
                                        Optional.empty(),
                                        Map.of(),
                                        Optional.empty(),
                                        Optional.empty())))),
                List.of(
                        new NativeFinding(
                                "cuda",
                                List.of(
                                        new TierCheck.Passed(
                                                Tier.COMPILED, "onnxruntime 1.29.0 names CUDAExecutionProvider"),
                                        new TierCheck.Failed(
                                                Tier.LIBRARY, "no libcuda.so.1", "install the NVIDIA driver")),
                                BackendStatus.MISSING,
                                Map.of(),
                                Optional.of("no libcuda.so.1"),
                                Optional.of("install the NVIDIA driver")),
                        new NativeFinding(
                                "qnn",
                                List.of(
                                        new TierCheck.Passed(Tier.LIBRARY, "QNN's NPU library loads"),
                                        new TierCheck.Skipped(Tier.DEVICE, "QNN tells only when a session asks"),
                                        new TierCheck.Failed(Tier.SESSION, "no NPU", "install its driver")),
                                BackendStatus.MISSING,
                                Map.of(),
                                Optional.of("no NPU"),
                                Optional.of("install its driver"))),
                List.of());
    }

    @Test
    void each_backend_gets_its_mark_its_reason_and_its_remedy() {
        CliHarness.Result result = run(report(), "doctor");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsPattern("\\[✓] Chrome Headless Shell 153\\.0\\.1\\.2\\R +/opt/shell\\R +started by playwright")
                .containsPattern("\\[!] webgpu +software adapter: shows correctness, not speed")
                .containsPattern("\\[✓] wasm")
                .containsPattern("- device +not looked at: QNN tells only when a session asks\\R +✗ session")
                .containsPattern("\\[✗] cuda +compiled\\R"
                        + " +✓ compiled +onnxruntime 1.29.0 names CUDAExecutionProvider\\R"
                        + " +✗ library +no libcuda.so.1\\R +next step: install the NVIDIA driver");
    }

    @Test
    void what_a_browser_says_of_its_graphics_and_what_stands_in_its_way_is_shown() {
        BrowserFinding firefox = new BrowserFinding(
                "Firefox ESR",
                Optional.of("153.7.0"),
                "/usr/bin/firefox-esr",
                Optional.of("ESR, installed on this system"),
                Optional.of("process"),
                List.of("process", "selenium"),
                List.of(new BrowserBackendFinding(
                        "webnn",
                        BackendStatus.OK,
                        Optional.empty(),
                        Map.of("webnn.gpu", "ran, MLGraph.devices says gpu,cpu, counted as cpu", "proof", "PROVEN"),
                        Optional.empty(),
                        Optional.empty())),
                Map.of(
                        "wgpu.adapter", "llvmpipe (LLVM 15.0.6, 256 bits)",
                        "wgpu.backend", "Vulkan",
                        "gpu.libraries", "browser: libvulkan_lvp.so.1 libvulkan.so.1"),
                List.of("policy Preferences = {} switches WebGPU off (/etc/firefox/policies/policies.json)"));
        DoctorReport report = new DoctorReport(MACHINE, List.of(firefox), List.of(), List.of());

        String out = run(report, "doctor").out();

        assertThat(out)
                .contains("ESR, installed on this system: /usr/bin/firefox-esr")
                .contains("started by process, could be by selenium")
                .contains("asked for gpu ran, MLGraph.devices says gpu,cpu, counted as cpu")
                .contains("wgpu's adapter: llvmpipe (LLVM 15.0.6, 256 bits) by Vulkan")
                .contains("libraries mapped: browser: libvulkan_lvp.so.1")
                .contains("note policy Preferences");
        assertThat(out.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void verbose_shows_the_evidence() {
        assertThat(run(report(), "doctor").out()).doesNotContain("vendor = google");
        assertThat(run(report(), "doctor", "-v").out()).contains("vendor = google");
    }

    @Test
    void json_is_the_document_of_the_design() throws Exception {
        JsonNode document =
                Json.MAPPER.readTree(run(report(), "doctor", "--json").out());

        assertThat(document.at("/schemaVersion").asInt()).isEqualTo(1);
        assertThat(document.at("/machine/fingerprint").asText()).isEqualTo("f00d");
        assertThat(document.at("/browsers/0/backends/0/status").asText()).isEqualTo("degraded");
        assertThat(document.at("/browsers/0/backends/0/software").asBoolean()).isTrue();
        assertThat(document.at("/browsers/0/backends/1/software").isNull()).isTrue();
        assertThat(document.at("/native/0/tier").asText()).isEqualTo("compiled");
        assertThat(document.at("/native/1/tiers/1/reached").isNull())
                .as("neither reached nor missed")
                .isTrue();
        assertThat(document.at("/native/1/tiers/1/evidence").asText()).contains("only when a session asks");
        assertThat(document.at("/native/0/remedy").asText()).isEqualTo("install the NVIDIA driver");
        assertThat(document.at("/errors").isArray()).isTrue();
        assertThat(document.at("/browsers/0/launcher").asText()).isEqualTo("playwright");
        assertThat(document.at("/browsers/0/build").isNull()).isTrue();
        assertThat(document.at("/browsers/0/graphics").isObject()).isTrue();
    }

    @Test
    void a_bug_report_tells_all_but_whose_machine_it_is() throws Exception {
        DoctorReport found = new DoctorReport(
                MACHINE,
                report().browsers(),
                report().nativeBackends(),
                List.of(CollectedError.once(
                        ErrorPlace.of("launch").with("cuda"),
                        Failure.of(
                                ErrorCode.PROBE_CRASHED,
                                "/home/alice/.cache/libx.so ; hostname=node-7 ; token=abc123 ; on thor-42"),
                        Instant.EPOCH)));
        services.doctor = (browsers, listener) -> found;
        CliHarness harness = new CliHarness(folder, services)
                .with("HOSTNAME", "thor-42")
                .with("LD_LIBRARY_PATH", "/home/alice/lib")
                .with("AWS_SECRET_ACCESS_KEY", "verysecret");

        CliHarness.Result md = harness.run("doctor", "--report", "md");
        CliHarness.Result json = harness.run("doctor", "--report", "json", "bug.json");

        assertThat(md.exit()).isZero();
        String written = Files.readString(folder.resolve("bug.json"));
        for (String text : List.of(md.out(), written)) {
            assertThat(text)
                    .contains("PROBE_CRASHED", "LD_LIBRARY_PATH", "~/lib", "f00d", "cuda", "webgpu")
                    .doesNotContain("alice", "node-7", "abc123", "thor-42", "verysecret", "AWS_SECRET");
        }
        assertThat(md.out())
                .contains("## Devices", "## Library sets", "## Machine, as its fingerprint has it", "state `not read`");
        assertThat(json.out()).isEmpty();
        assertThat(Json.MAPPER.readTree(written).at("/doctor/native/0/backend").asText())
                .isEqualTo("cuda");
    }

    @Test
    void what_does_not_go_together_is_refused() {
        assertThat(run(report(), "doctor", "--report", "pdf").err()).contains("md or json, not 'pdf'");
        assertThat(run(report(), "doctor", "--report", "md", "--json").exit()).isEqualTo(2);
        assertThat(run(report(), "doctor", "--no-run").exit()).isEqualTo(2);
    }

    @Test
    void a_machine_where_nothing_runs_is_an_unusable_environment() {
        DoctorReport nothing = new DoctorReport(
                MACHINE,
                List.of(),
                report().nativeBackends(),
                List.of(
                        CollectedError.once(
                                ErrorPlace.of("browser"),
                                Failure.of(ErrorCode.NO_BROWSER, "no browser was found"),
                                Instant.EPOCH),
                        CollectedError.once(
                                ErrorPlace.of(ErrorPlace.BACKEND).with("cuda"),
                                Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "a finding shows it"),
                                Instant.EPOCH)));

        CliHarness.Result result = run(nothing, "doctor");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.out())
                .contains("[✗] NO_BROWSER browser: no browser was found")
                .contains("remedy: ")
                .doesNotContain("a finding shows it");
        assertThat(run(nothing, "doctor", "--json").out())
                .contains("a finding shows it")
                .contains("\"component\"");
    }
}
