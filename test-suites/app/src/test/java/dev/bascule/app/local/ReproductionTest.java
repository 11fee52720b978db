package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.preprocessing.PipelineKind;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReproductionTest {

    @Test
    void the_line_names_model_inputs_settings_and_chain_and_quotes_what_a_shell_would_read() {
        RunSettings changed = RunSettings.DEFAULT.with(CaseKeys.THREADS, 4).with(CaseKeys.BATCH, 2);
        SuiteModel model = new SuiteModel(
                "my model.onnx",
                "my",
                new SuiteModel.Feed(
                        Map.of("input", new InputSource.File(Path.of("a b.wav"))),
                        Optional.of(PipelineEntry.NONE.of(PipelineKind.AUDIO)),
                        Map.of("batch", 2L),
                        Map.of("input", new FrameWindow(512, 64)),
                        Map.of("state", "stateN")));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("s", "p", "c", Map.of()), model, changed, List.of(Chain.NATIVE), Comparisons.ON);
        RunRequest request = new RunRequest(
                new Invocation("r", "s", "h", 7, "bascule run"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.Auto()),
                1);
        assertThat(Reproduction.line(request, wanted, new Column(Chain.NATIVE, Map.of())))
                .isEqualTo(
                        "bascule run 'my model.onnx' --input 'input=a b.wav' --pipeline audio --dim batch=2 --frame input=512:64"
                                + " --carry state=stateN --batch 2 --threads 4 --backends none"
                                + " --chain 'cuda->openvino->cpu' --seed 7");
        assertThat(Reproduction.line(request, wanted, new Column(Chain.of(Backends.WASM), Map.of())))
                .endsWith("--backends wasm --seed 7");
    }

    @Test
    void what_moves_on_and_what_is_compared_are_said_where_they_are_not_the_usual_and_matter() {
        SuiteModel model = new SuiteModel("m.onnx", "m", SuiteModel.Feed.NONE);
        SuiteCase wanted = new SuiteCase(
                CaseId.of("s", "p", "c", Map.of()),
                model,
                RunSettings.DEFAULT,
                List.of(Chain.BROWSER),
                new Comparisons(List.of(new Comparisons.Pair(Backends.WEBGPU, Backends.WASM))),
                new FallbackPolicy(Set.of(Outcome.UNSUPPORTED), Set.of(ErrorCode.WASM_TRAP)),
                List.of());
        RunRequest request = new RunRequest(
                new Invocation("r", "s", "h", 7, "bascule run"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.Auto()),
                1);

        assertThat(Reproduction.line(request, wanted, new Column(Chain.BROWSER, Map.of())))
                .endsWith("--chain 'webgpu->webnn->wasm' --fall-back-on unsupported,wasm-trap"
                        + " --comparisons webgpu/wasm --seed 7");
        assertThat(Reproduction.line(request, wanted, new Column(Chain.of(Backends.WASM), Map.of())))
                .as("a strict target has nowhere to fall, and usually is compared with the native CPU")
                .endsWith("--backends wasm --comparisons off --seed 7");
        assertThat(Reproduction.line(request, wanted, new Column(Chain.of(Backends.NATIVE_CPU), Map.of())))
                .endsWith("--backends cpu --seed 7");
    }

    @Test
    void a_browser_among_all_is_named_with_the_way_it_was_started() {
        SuiteModel model = new SuiteModel("m.onnx", "m", SuiteModel.Feed.NONE);
        SuiteCase wanted = new SuiteCase(
                CaseId.of("s", "p", "c", Map.of()),
                model,
                RunSettings.DEFAULT,
                List.of(Chain.of(Backends.WASM)),
                Comparisons.ON);
        BrowserSetup setup = new BrowserSetup(
                        new BrowserChoice.All(),
                        Optional.empty(),
                        Optional.of("process"),
                        BrowserSetup.Remote.NONE,
                        BrowserSetup.Gpu.SOFTWARE,
                        List.of("--foo"),
                        Optional.empty(),
                        Optional.empty(),
                        ReleaseVersion.parse("1.23.2"),
                        true)
                .withBuild(Optional.of("ort.all"));
        RunRequest request = new RunRequest(new Invocation("r", "s", "h", 7, "bascule run"), List.of(wanted), setup, 1);
        RunnerSource firefox = new RunnerSource(
                "Firefox",
                Optional.of("firefox-esr"),
                Side.BROWSER,
                ScriptedLauncher.broken(Failure.of(ErrorCode.NO_BROWSER, "not started here")),
                (name, assets) -> {
                    throw new AssertionError("nobody is invited");
                },
                Duration.ofSeconds(1),
                new TimeBreakdown());
        Column column = new Column(Chain.of(Backends.WASM), Map.of(Backends.WASM, firefox));
        assertThat(Reproduction.line(request, wanted, column))
                .isEqualTo("bascule run m.onnx --browsers firefox-esr --launcher process --gpu software"
                        + " --build ort.all --engine-version 1.23.2 --browser-flag --foo --backends wasm --seed 7");
    }
}
