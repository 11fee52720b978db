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
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;
import dev.bascule.suites.suite.SuiteModel;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Weights that somebody trained, out of the cache, in the bundled browser and natively. */
@Tag("pretrained")
@Tag("browser")
@Tag("native")
class PretrainedRunTest {

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

    private static double figure(ScenarioRun scenario, String name) {
        return scenario.observed().figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .flatMap(Figure::value)
                .orElseThrow();
    }
}
