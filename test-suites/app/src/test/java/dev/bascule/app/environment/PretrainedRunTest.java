package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;
import dev.bascule.suites.suite.SuiteModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Weights that somebody trained, out of the cache, in the bundled browser and natively. */
@Tag("pretrained")
@Tag("browser")
@Tag("native")
class PretrainedRunTest {
    private static final SuiteModel.Feed SILERO = new SuiteModel.Feed(
            Map.of("input", new InputSource.FromPipeline("pcm")),
            Optional.empty(),
            Map.of(),
            Map.of("input", new FrameWindow(512, 64)),
            Map.of("state", "stateN"));

    private static final SuiteModel.Feed MEL = new SuiteModel.Feed(
            Map.of(), Optional.empty(), Map.of(), Map.of("input", new FrameWindow(1280, 480)), Map.of());

    /** Its picture is not square, and its input's name is not the pipeline's. */
    @Test
    void a_pretrained_model_gets_its_picture_and_is_right_in_a_browser_and_natively() {
        RunRecord record = ProbeRun.of(
                new SuiteModel("real:pp-ocrv2-cls", "pp-ocrv2-cls", SuiteModel.Feed.NONE),
                LocalRunEnvironments.ofThisMachine(),
                BrowserSetup.of(new BrowserChoice.Auto()),
                Chain.of(Backends.WASM),
                Chain.of(Backends.installed().require("cpu")));

        assertThat(record.runs()).hasSize(2).allSatisfy(run -> {
            assertThat(run.verdict()).as(run.toString()).isEqualTo(Verdict.PASS);
            assertThat(run.decisive().evidence().proof()).isEqualTo(ProofClass.PROVEN);
        });
        assertThat(record.runs())
                .extracting(CaseRun::caseId)
                .extracting(Object::toString)
                .containsOnly("probes:model:pp-ocrv2-cls");
        assertThat(record.runs().get(0).model().operators()).containsKey("HardSigmoid");
        assertThat(record.runs()).allSatisfy(run -> {
            EndToEnd fromFile = run.decisive().measured().endToEnd().orElseThrow();
            assertThat(fromFile.answer().orElseThrow()).startsWith("upright");
            assertThat(fromFile.steps()).containsKeys(EndToEnd.Step.DECODE, EndToEnd.Step.POST_PROCESSING);
        });
        assertThat(record.runs().get(0).decisive().evidence().facts()).containsEntry("inputs.by", "page");
        assertThat(List.copyOf(record.runs()))
                .allSatisfy(run -> assertThat(run.model().task()).isEqualTo("text-orientation"));
    }

    /** The page finds the boxes that the host finds in the page's outputs, and three models in a row read what stands there. */
    @Test
    @Tag("full")
    void pages_are_read_from_the_picture_to_the_text_in_a_browser_as_natively() {
        RunRecord record = ProbeRun.of(
                new SuiteModel("real:pp-ocrv4-det", "pp-ocrv4-det", SuiteModel.Feed.NONE),
                LocalRunEnvironments.ofThisMachine(),
                BrowserSetup.of(new BrowserChoice.Auto()),
                List.of(new ScenarioSpec(ScenarioKind.ACCURACY, 4), new ScenarioSpec(ScenarioKind.OCR, 6)),
                Chain.of(Backends.WASM));

        CaseRun run = record.runs().get(0);
        assertThat(run.verdict()).as(run.toString()).isEqualTo(Verdict.PASS);
        assertThat(run.decisive().measured().endToEnd().orElseThrow().answer().orElseThrow())
                .startsWith("3 boxes: ");
        assertThat(record.scenarios()).hasSize(2).allSatisfy(scenario -> {
            assertThat(scenario.failure()).isEmpty();
            assertThat(scenario.verdict()).isEqualTo(Verdict.PASS);
        });
        assertThat(figure(record.scenarios().get(0), "mean overlap of boxes (IoU)"))
                .isGreaterThan(0.5);
        ScenarioRun pages = record.scenarios().get(1);
        assertThat(figure(pages, "character error rate")).isLessThan(0.05);
        // Of six labels some stay where they were.
        assertThat(figure(pages, "character error rate, labels shuffled")).isGreaterThan(0.2);
        assertThat(figure(pages, "page: recognise")).isPositive();
    }

    /** eSpeak NG's voices, which nobody trained these models for. */
    @Test
    @Tag("espeak-ng")
    @Tag("full")
    void speech_is_told_from_noise_in_a_browser_as_natively() {
        RunRecord record = ProbeRun.of(
                new SuiteModel("real:silero-vad-6", "silero-vad-6", SILERO),
                LocalRunEnvironments.ofThisMachine(),
                BrowserSetup.of(new BrowserChoice.Auto()),
                List.of(new ScenarioSpec(ScenarioKind.ACCURACY, 12)),
                Chain.of(Backends.WASM));

        ScenarioRun speech = record.scenarios().get(0);
        assertThat(speech.failure()).isEmpty();
        assertThat(speech.verdict()).isEqualTo(Verdict.PASS);
        assertThat(figure(speech, "right answers")).isGreaterThan(0.8);
        assertThat(figure(speech, "frames right")).isGreaterThan(0.9);
        assertThat(figure(speech, "frames right with labels shuffled")).isLessThan(0.85);
        assertThat(figure(speech, "onset error")).isBetween(-64.0, 64.0);
    }

    @Test
    @Tag("espeak-ng")
    @Tag("full")
    void a_phrase_wakes_through_three_models_in_a_browser_as_natively() {
        RunRecord record = ProbeRun.of(
                new SuiteModel("real:melspectrogram", "melspectrogram", MEL),
                LocalRunEnvironments.ofThisMachine(),
                BrowserSetup.of(new BrowserChoice.Auto()),
                List.of(new ScenarioSpec(ScenarioKind.WAKE_WORD, 8)),
                Chain.of(Backends.WASM));

        ScenarioRun woken = record.scenarios().get(0);
        assertThat(woken.failure()).isEmpty();
        assertThat(woken.verdict()).isEqualTo(Verdict.PASS);
        assertThat(figure(woken, "phrases missed")).isLessThan(0.5);
        assertThat(figure(woken, "right answers")).isGreaterThan(0.7);
        assertThat(figure(woken, "real-time factor of the models")).isPositive();
    }

    private static double figure(ScenarioRun scenario, String name) {
        return scenario.observed().figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .flatMap(Figure::value)
                .orElseThrow();
    }
}
