package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.app.local.LocalRunService;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
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
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one kind of browser tells of itself must not make the rules call it a liar. */
@Tag("full")
class OtherBrowsersRunTest {
    @TempDir
    Path folder;

    @Test
    @Tag("firefox")
    void a_model_is_right_and_proven_on_wasm_in_a_browser_of_gecko() throws Exception {
        isRightIn(BrowserEngine.GECKO);
    }

    @Test
    @Tag("webkitgtk")
    void a_model_is_right_and_proven_on_wasm_in_a_browser_of_webkit() throws Exception {
        isRightIn(BrowserEngine.WEBKIT);
    }

    private void isRightIn(BrowserEngine engine) throws Exception {
        Optional<BrowserInstallation> browser = BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(found -> found.family().engine() == engine)
                .findFirst();
        assumeTrue(browser.isPresent(), () -> "no browser of %s is installed here".formatted(engine));

        assertThat(run(browser.get().id()).runs())
                .singleElement()
                .satisfies(run -> assertThat(run.verdict())
                        .as(
                                "%s: %s",
                                browser.get().name(), run.decisive().evidence().notes())
                        .isEqualTo(Verdict.PASS));
    }

    private RunRecord run(String browser) throws Exception {
        Path model = Files.write(folder.resolve("probe.onnx"), ProbeModel.bytes());
        RunSettings settings = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 3)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ofSeconds(1));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("browsers", "model", "probe", Map.of()),
                new SuiteModel(model.toString(), "probe", SuiteModel.Feed.NONE),
                settings,
                List.of(Chain.of(Backends.WASM)),
                Comparisons.OFF);
        RunRequest request = new RunRequest(
                new Invocation("browsers", "browsers", "0".repeat(64), 1, "bascule run probe.onnx"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.Named(List.of(browser))),
                0);
        return new LocalRunService(LocalRunEnvironments.ofThisMachine(), Clock.systemUTC())
                .run(request, RunTurn.free(), RunListener.silent());
    }
}
