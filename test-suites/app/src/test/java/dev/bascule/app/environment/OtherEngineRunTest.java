package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.local.LocalRunService;
import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.VersionedEngine;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundled engine once more, as a package in the cache, in the real browser. */
@Tag("browser")
@Tag("full")
class OtherEngineRunTest {
    private static final ReleaseVersion BUNDLED =
            BridgeServer.bundledEngine().flatMap(ReleaseVersion::parse).orElseThrow();

    @TempDir
    Path folder;

    @Test
    void a_model_runs_with_an_engine_that_is_served_from_the_cache() throws Exception {
        VersionedEngine.install(store(), BUNDLED);
        RunRecord record = run(BUNDLED, Chain.of(Backends.WASM), Chain.of(Backends.WEBGPU));
        assertThat(record.runs()).extracting(CaseRun::verdict).containsExactly(Verdict.PASS, Verdict.PASS);
        assertThat(record.runs()).allSatisfy(run -> {
            assertThat(run.decisive().evidence().proof()).isEqualTo(ProofClass.PROVEN);
            assertThat(run.decisive().target().engine().version()).isEqualTo(BUNDLED.toString());
        });
    }

    @Test
    @Tag("red-team")
    void an_engine_that_is_not_of_the_version_that_its_package_says_proves_nothing() throws Exception {
        ReleaseVersion said = ReleaseVersion.parse("1.19.99").orElseThrow();
        VersionedEngine.install(store(), said);
        RunRecord record = run(said, Chain.of(Backends.WASM));
        assertThat(record.runs()).singleElement().satisfies(run -> {
            assertThat(run.decisive().evidence().proof()).isNotEqualTo(ProofClass.PROVEN);
            assertThat(run.decisive().evidence().notes())
                    .anyMatch(note -> note.contains("onnxruntime-web %s, the host served 1.19.99".formatted(BUNDLED)));
        });
    }

    @Test
    void a_version_that_is_not_here_ends_the_run_before_anything_starts() {
        assertThatThrownBy(() -> run(ReleaseVersion.parse("1.2.3").orElseThrow(), Chain.of(Backends.WASM)))
                .hasMessage("onnxruntime-web@1.2.3 is not installed");
    }

    private VersionStore store() {
        return new VersionStore(new CacheFolder(folder));
    }

    private RunRecord run(ReleaseVersion version, Chain... chains) throws Exception {
        Path model = Files.write(folder.resolve("probe.onnx"), ProbeModel.bytes());
        RunSettings settings = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 5)
                .with(CaseKeys.SOFTWARE_ITERATIONS, 5)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ofSeconds(2))
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(8));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("versions", "model", "probe", Map.of()),
                new SuiteModel(model.toString(), "probe", SuiteModel.Feed.NONE),
                settings,
                List.of(chains),
                Comparisons.OFF);
        RunRequest request = new RunRequest(
                new Invocation("versions", "versions", "0".repeat(64), 1, "bascule run probe.onnx"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.Auto()).withEngineVersion(version),
                0);
        LocalRunEnvironments environments =
                new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), Map.of());
        return new LocalRunService(environments, Clock.systemUTC()).run(request, RunTurn.free(), RunListener.silent());
    }
}
