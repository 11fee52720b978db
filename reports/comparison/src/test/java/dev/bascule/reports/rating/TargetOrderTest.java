package dev.bascule.reports.rating;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.AUDIO;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.rating.ScoredCells.overall;
import static dev.bascule.reports.rating.ScoredCells.pass;
import static dev.bascule.reports.rating.ScoredCells.table;
import static dev.bascule.reports.rating.ScoredCells.usual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.TextStyle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TargetOrderTest {
    private static final Browser FIREFOX = new Browser("Firefox", "153.0", "process", List.of());

    @Test
    void the_order_is_told_with_what_would_turn_it() {
        ScoreTable table = table(List.of(
                pass(TEXT, NATIVE_CPU, 4),
                pass(VISION, NATIVE_CPU, 4),
                pass(TEXT, WASM, 4.4),
                pass(VISION, WASM, 60),
                pass(TEXT, WEBNN, 8),
                pass(VISION, WEBNN, 8)));

        Sensitivity sensitivity = table.sensitivity().orElseThrow();
        assertThat(sensitivity.models()).containsExactlyInAnyOrder("bert-tiny", "mobilenet-tiny");
        assertThat(sensitivity.stable()).isFalse();
        assertThat(sensitivity.turning())
                .extracting(Sensitivity.Variation::what)
                .contains("without mobilenet-tiny");
        TargetScore wasm = overall(table, "wasm");
        assertThat(wasm.weights().lowest()).isLessThan(wasm.assessment().value());
        assertThat(wasm.withoutOne()).isPresent();
    }

    /** Without the rule wasm in Firefox, which ran the easy model only, would stand above Chrome's, which ran the hard one too. */
    @Test
    void targets_are_ordered_on_their_common_models_only_and_the_others_are_told_why_not() {
        ScoreTable table = table(List.of(
                pass(TEXT, NATIVE_CPU, 4),
                pass(VISION, NATIVE_CPU, 4),
                pass(TEXT, WASM, 4.2),
                pass(VISION, WASM, 60),
                strict(
                        TEXT,
                        Verdict.PASS,
                        Fixtures.on(WASM).in(FIREFOX).median(4.4).build()),
                pass(AUDIO, WEBNN, 8)));

        assertThat(table.order().models().values()).containsExactly("bert-tiny");
        assertThat(table.order().standings())
                .extracting(standing -> standing.target().label())
                .containsExactly("cpu", "wasm in Chrome Headless Shell 153", "wasm in Firefox 153");
        assertThat(table.order().unordered()).singleElement().satisfies(other -> {
            assertThat(other.target().label()).startsWith("webnn");
            assertThat(other.why()).isEqualTo("it measured 0 of the 1 models that the others have in common");
        });
        TargetScore chrome = table.overall().get(1);
        TargetScore firefox = table.overall().get(2);
        assertThat(chrome.assessment().value())
                .as("negative control: the means alone say otherwise")
                .isLessThan(firefox.assessment().value());
        assertThat(ScoreText.render(table, new TextStyle(200, true, false)))
                .contains("1. cpu")
                .contains("–  webnn")
                .contains("the order on the 1 model that all of these measured (bert-tiny)")
                .contains("in no order: webnn");
    }

    /** Firefox measured one model only, by which wasm and WebNN would change places. */
    @Test
    @Tag("red-team")
    void one_more_target_of_one_model_does_not_turn_two_others_round() {
        List<CaseRun> two = List.of(
                pass(TEXT, NATIVE_CPU, 4),
                pass(VISION, NATIVE_CPU, 4),
                pass(TEXT, WASM, 4.4),
                pass(VISION, WASM, 60),
                pass(TEXT, WEBNN, 8),
                pass(VISION, WEBNN, 8));
        List<CaseRun> three = new ArrayList<>(two);
        three.add(strict(
                TEXT, Verdict.PASS, Fixtures.on(WASM).in(FIREFOX).median(20).build()));

        TargetOrder before = table(two).order();
        TargetOrder after = table(three).order();

        ScoredTarget wasm = target(after, "wasm in Chrome");
        ScoredTarget webnn = target(after, "webnn");
        assertThat(before.contests()).isEmpty();
        assertThat(before.rank(webnn)).isLessThan(before.rank(wasm));
        assertThat(after.models().values()).containsExactly("bert-tiny");
        assertThat(after.rank(wasm)).as("no rank of its own before the other").isEqualTo(after.rank(webnn));
        assertThat(after.rank(target(after, "wasm in Firefox"))).isEqualTo(4);
        assertThat(after.words())
                .contains("share a rank: on the 2 models that both measured (bert-tiny, mobilenet-tiny) webnn");
    }

    private static ScoredTarget target(TargetOrder order, String label) {
        return order.standings().stream()
                .map(TargetOrder.Standing::target)
                .filter(target -> target.label().startsWith(label))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void where_nothing_can_be_ordered_the_reason_stands_in_place_of_the_order() {
        ScoreTable apart = table(List.of(pass(TEXT, WASM, 4), pass(VISION, WEBNN, 4)));

        assertThat(apart.sensitivity()).isEmpty();
        assertThat(apart.whyNoSensitivity()).contains("no two targets measured the same model: there is no order");
        assertThat(ScoreText.render(apart, new TextStyle(200, true, false)))
                .contains("What the order hangs on cannot be said: no two targets measured the same model");
        assertThat(table(List.of(pass(TEXT, WASM, 4))).whyNoSensitivity())
                .get()
                .asString()
                .startsWith("one target only");
        assertThat(table(usual()).whyNoSensitivity()).isEmpty();
    }
}
