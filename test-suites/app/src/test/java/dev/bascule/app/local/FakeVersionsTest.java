package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.versions.PartVersion;
import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.VersionedEngine;
import dev.bascule.app.versions.VersionedPart;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectLimits;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.bisect.What;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages made here of the bundled engine: each tells its own version, and from one on the first value is off by one. */
@Tag("browser")
@Tag("native")
@Tag("full")
class FakeVersionsTest {
    private static final List<String> VERSIONS = List.of("2.0.0", "2.1.0", "2.2.0", "2.3.0");

    @TempDir
    Path folder;

    @Test
    void a_fault_planted_in_packages_is_found_where_it_begins_around_one_that_lies() throws Exception {
        VersionStore store = new VersionStore(new CacheFolder(folder));
        for (String version : VERSIONS) {
            String told = version.equals("2.2.0") ? "1.0.0" : version;
            VersionedEngine.disguise(
                    store, ReleaseVersion.parse(version).orElseThrow(), told, version.compareTo("2.3.0") >= 0);
        }

        BisectReport report = bisect(store);

        assertThat(report.result().lines().get(0).sentence()).isEqualTo("broken between 2.1.0 and 2.3.0");
        assertThat(report.result().lines().get(0).states().get("2.2.0").toString())
                .contains("the package says 2.2.0 and the engine 1.0.0");
        assertThat(folder.resolve("out/case/model.onnx")).exists();
        assertThat(folder.resolve("out/case/test_data_set_0/output_0.pb")).exists();
    }

    private BisectReport bisect(VersionStore store) throws IOException {
        // The smallest there is: each version is run four times, in a browser of its own.
        Path model = Files.write(folder.resolve("sum.onnx"), TinyOnnx.add());
        SuiteCase wanted = new SuiteCase(
                CaseId.of("bisect", "model", "sum", Map.of()),
                new SuiteModel(model.toString(), "sum", SuiteModel.Feed.NONE),
                RunSettings.DEFAULT
                        .with(CaseKeys.MIN_ITERATIONS, 3)
                        .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                        .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO),
                List.of(Chain.of(Backends.WASM)),
                Comparisons.OFF);
        BisectRequest request = new BisectRequest(
                new RunRequest(
                        new Invocation("20261125-000000-0001", "bisect", "0".repeat(64), 1, "bascule bisect"),
                        List.of(wanted),
                        BrowserSetup.of(new BrowserChoice.Auto()),
                        0),
                wanted.id(),
                Backends.WASM,
                Set.of(Axis.ENGINE),
                Map.of(),
                false,
                What.WRONG,
                1.2,
                false,
                new BisectLimits(4, 6, 0, Duration.ofMinutes(20)),
                folder.resolve("out"));
        LocalRunEnvironments environments =
                new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), Map.of());
        return new LocalBisectService(environments, fetching -> shelf(store), "0.0.0", Clock.systemUTC())
                .bisect(request, RunTurn.free(), BisectListener.silent());
    }

    private static VersionShelf shelf(VersionStore store) {
        return new VersionShelf() {
            @Override
            public List<String> versions(Axis axis) {
                return Stream.of(axis)
                        .flatMap(any -> store.installed(VersionedPart.ENGINE).stream())
                        .map(ReleaseVersion::toString)
                        .toList();
            }

            @Override
            public Copy fetch(Axis axis, String version, Consumer<String> talk) {
                return new Copy.Here(store.folder(new PartVersion(
                        VersionedPart.ENGINE, ReleaseVersion.parse(version).orElseThrow())));
            }
        };
    }
}
