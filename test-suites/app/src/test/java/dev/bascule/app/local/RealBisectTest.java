package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectLimits;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectResult.Ending;
import dev.bascule.studies.bisect.ProbeState;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that are all the browser of this machine: nothing is to be found in them, and one of them lies. */
@Tag("browser")
@Tag("native")
class RealBisectTest {
    @TempDir
    Path folder;

    private final BrowserInstallation installed = BrowserDiscovery.ofThisMachine().find().browsers().stream()
            .filter(found -> found.family() == BrowserFamily.CHROME_HEADLESS_SHELL)
            .findFirst()
            .orElseThrow();
    private final String version = installed.version().split("[.]", 2)[0];

    private VersionShelf shelf(String... versions) {
        return new VersionShelf() {
            @Override
            public List<String> versions(Axis axis) {
                return List.of(versions);
            }

            @Override
            public Copy fetch(Axis axis, String wanted, Consumer<String> talk) {
                return new Copy.Here(installed.executable());
            }
        };
    }

    private BisectReport bisect(What what, String... versions) throws IOException {
        // The smallest there is: what is measured is only how versions are told apart.
        Path model = Files.write(folder.resolve("sum.onnx"), TinyOnnx.add());
        SuiteCase wanted = new SuiteCase(
                CaseId.of("bisect", "model", "sum", Map.of()),
                new SuiteModel(model.toString(), "sum", SuiteModel.Feed.NONE),
                RunSettings.DEFAULT
                        .with(CaseKeys.MIN_ITERATIONS, 5)
                        .with(CaseKeys.MIN_DURATION, Duration.ofMillis(50))
                        .with(CaseKeys.WARM_UP_LIMIT, Duration.ofMillis(100)),
                List.of(Chain.of(Backends.WASM)),
                Comparisons.OFF);
        RunRequest run = new RunRequest(
                new Invocation("20261125-000000-0001", "bisect", "0".repeat(64), 1, "bascule bisect"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.Auto()),
                0);
        return new LocalBisectService(
                        LocalRunEnvironments.ofThisMachine(),
                        fetching -> shelf(versions),
                        EngineBuilds.BUNDLED,
                        Clock.systemUTC())
                .bisect(
                        new BisectRequest(
                                run,
                                wanted.id(),
                                Backends.WASM,
                                Set.of(Axis.BROWSER),
                                Map.of(),
                                false,
                                what,
                                3,
                                false,
                                new BisectLimits(2, 2, 0, Duration.ofMinutes(5)),
                                Path.of("unused")),
                        RunTurn.free(),
                        BisectListener.silent());
    }

    @Tag("full")
    @Test
    void equal_versions_are_equal_ends() throws IOException {
        BisectReport report = bisect(What.WRONG, version + ".0.1", version + ".0.2");

        assertThat(report.result().ending())
                .isInstanceOfSatisfying(
                        Ending.EqualEnds.class,
                        equal -> assertThat(equal.why()).startsWith("both ends are good, in 2 runs each"));
        assertThat(report.result().runs().values())
                .allSatisfy(
                        tally -> assertThat(tally.seen().orElseThrow().engine()).contains(EngineBuilds.BUNDLED));
        assertThat(report.repeats().values()).allMatch(line -> line.contains("--browser-binary"));
    }

    @Test
    void a_version_that_lies_about_itself_is_told() throws IOException {
        BisectReport report = bisect(What.WRONG, "99.0.1", version + ".0.2");

        assertThat(report.result().ending())
                .isInstanceOfSatisfying(
                        Ending.EndUnknown.class,
                        end -> assertThat(end.why()).contains("the package says 99.0.1 and the browser " + version));
    }

    /** Negative control of slowness: the good end beside itself is not three times as slow. */
    @Tag("full")
    @Test
    void the_good_end_beside_itself_is_not_slow() throws IOException {
        BisectReport report = bisect(What.SLOW, version + ".0.1", version + ".0.2");

        assertThat(report.result().runs().values()).allSatisfy(tally -> {
            assertThat(tally.bad()).isZero();
            assertThat(tally.runs().get(0)).isNotInstanceOf(ProbeState.CannotSay.class);
        });
        assertThat(report.result()
                        .runs()
                        .values()
                        .iterator()
                        .next()
                        .seen()
                        .orElseThrow()
                        .ratio())
                .isPresent();
    }
}
