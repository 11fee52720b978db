package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.VersionedEngine;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.RunRecord;
import java.nio.file.Path;
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
        return ProbeRun.of(
                folder,
                new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), Map.of()),
                BrowserSetup.of(new BrowserChoice.Auto()).withEngineVersion(version),
                chains);
    }
}
