package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.TinyJobs;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.fallback.runner.RunnerSession;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runner's contract on the backends of a real Firefox, and the differences that it is known for. */
@Tag("browser")
@Tag("firefox")
@Tag("full")
class FirefoxRunnerTest {
    private static BridgeServer bridge;
    private static LaunchedRunner launched;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        launched = LauncherContract.started(
                RealBrowsers.launcher(bridge, RealBrowsers.firefox()).launch(bridge, LauncherContract.LIMIT));
    }

    @AfterAll
    static void stop() {
        launched.close();
        bridge.close();
    }

    private interface InThePage extends RunnerContract {
        @Override
        default Runner runner() {
            return launched.runner();
        }

        @Override
        default Path folder() {
            return folder;
        }
    }

    @Nested
    class Wasm implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WASM;
        }
    }

    @Nested
    class WebGpu implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WEBGPU;
        }
    }

    @Test
    void its_webgpu_is_a_software_adapter_that_says_so_and_the_nodes_prove_that_it_ran_there() {
        Capabilities.BackendReport report =
                launched.runner().probe().backend("webgpu").orElseThrow();
        assumeTrue(report.status() != BackendStatus.MISSING, "this Firefox has no WebGPU adapter");
        RunnerSession session = launched.runner()
                .open(TinyJobs.add(folder, Backends.WEBGPU), LauncherContract.LIMIT)
                .result()
                .orElseThrow();
        RawEvidence raw = session.finish(LauncherContract.LIMIT)
                .result()
                .orElseThrow()
                .evidence()
                .orElseThrow();
        assumeTrue(raw.adapter().getOrDefault("isFallbackAdapter", "").equals("true"), "it has a hardware adapter");
        Evidence evidence = new EvidenceJudge(Backends.installed())
                .judge(Backends.WEBGPU, raw, EvidenceJudge.RunnerContext.UNKNOWN);
        assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(evidence.where().proven()).contains("webgpu");
        assertThat(evidence.software()).contains(true);
        assertThat(evidence.deviceType()).contains(DeviceType.CPU);
        assertThat(report.software()).contains(true);
    }

    @Test
    void it_has_no_webnn_and_says_so() {
        assertThat(launched.runner().probe().backend("webnn")).hasValueSatisfying(report -> {
            assertThat(report.status()).isEqualTo(BackendStatus.MISSING);
            assertThat(report.reason()).isPresent();
        });
    }

    @Test
    void its_page_is_isolated_and_on_top() {
        assertThat(launched.runner().probe().environment()).containsEntry("crossOriginIsolated", "true");
    }
}
