package dev.bascule.suites.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.suites.execution.Column;
import dev.bascule.suites.service.BrowserChoice;
import dev.bascule.suites.service.RunRequest;
import dev.bascule.suites.suite.Frame;
import dev.bascule.suites.suite.InputSource;
import dev.bascule.suites.suite.Measurement;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReproductionTest {

    @Test
    void the_line_names_model_inputs_settings_and_chain_and_quotes_what_a_shell_would_read() {
        Measurement usual = Measurement.DEFAULT;
        Measurement changed = new Measurement(
                usual.minIterations(),
                usual.minDuration(),
                usual.warmUpLimit(),
                usual.measureLimit(),
                usual.timeout(),
                4,
                2,
                usual.graphOptimization());
        SuiteModel model = new SuiteModel(
                "my model.onnx",
                "my",
                Map.of("input", new InputSource.File(Path.of("a b.wav"))),
                Optional.empty(),
                Map.of("batch", 2L),
                Map.of("input", new Frame(512, 64)),
                Map.of("state", "stateN"),
                Optional.empty());
        SuiteCase wanted =
                new SuiteCase(CaseId.of("s", "p", "c", Map.of()), model, changed, List.of(Chain.NATIVE), true);
        RunRequest request = new RunRequest(
                "r", "s", "h", 7, "bascule run", List.of(wanted), new BrowserChoice.Auto(), Optional.empty());
        assertThat(Reproduction.line(request, wanted, new Column(Chain.NATIVE, Map.of())))
                .isEqualTo("bascule run 'my model.onnx' --input 'input=a b.wav' --dim batch=2 --frame input=512:64"
                        + " --carry state=stateN --batch 2 --threads 4 --backends none"
                        + " --chain 'cuda->openvino->cpu' --seed 7");
        assertThat(Reproduction.line(request, wanted, new Column(Chain.of(Backends.WASM), Map.of())))
                .endsWith("--backends wasm --seed 7");
    }
}
