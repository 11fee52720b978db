package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellSelectorTest {

    private static CaseResult on(Backend backend) {
        return CaseResult.allOf(Fixtures.record(
                        "r", strict(TEXT, Verdict.PASS, Fixtures.on(backend).build())))
                .get(0);
    }

    private static boolean matches(String selector, Backend backend) {
        return CellSelector.parse(selector).matches(on(backend));
    }

    @Test
    void terms_choose_cells_and_all_must_hold() {
        assertThat(matches("backend=webnn", WEBNN)).isTrue();
        assertThat(matches("backend=webnn", WASM)).isFalse();
        assertThat(matches("browser", WASM)).isTrue();
        assertThat(matches("browser", NATIVE_CPU)).isFalse();
        assertThat(matches("native", NATIVE_CPU)).isTrue();
        assertThat(matches("browser=chrome-headless;browser-version=153", WASM)).isTrue();
        assertThat(matches("browser=chrome,browser-version=15", WASM)).isFalse();
        assertThat(matches("engine-version=1.29.0,model=BERT,machine=f1e2", WASM))
                .isTrue();
        assertThat(matches("since=2026-11-21", WASM)).isFalse();
        assertThat(matches("until=2026-11-21", WASM)).isTrue();
        assertThat(matches("suite=quickstart,device=cpu,side=native", NATIVE_CPU))
                .isTrue();
    }

    @Test
    void runs_are_named_by_id_by_age_or_by_file() {
        assertThat(CellSelector.parse("latest~2").run()).contains(new CellSelector.Latest(2));
        assertThat(CellSelector.parse("20261122-0437").run()).contains(new CellSelector.Id("20261122-0437"));
        assertThat(CellSelector.parse("out=1/run.json,backend=wasm"))
                .satisfies(selector -> assertThat(selector.run()).contains(new CellSelector.File("out=1/run.json")))
                .satisfies(selector -> assertThat(selector.terms()).hasSize(1));
    }

    @Test
    void what_is_compared_is_what_the_sides_ask_for_differently() {
        assertThat(about("backend=wasm", "backend=webnn"))
                .containsExactlyInAnyOrder(Dimension.BACKEND, Dimension.DEVICE);
        assertThat(about("browser", "native")).doesNotContain(Dimension.MACHINE).hasSize(4);
        assertThat(about("browser=firefox", "browser=chrome")).containsExactly(Dimension.BROWSER);
        assertThat(about("engine-version=1.28.0", "engine-version=1.29.0")).isEmpty();
        assertThat(about("latest~1", "latest")).isEmpty();
        assertThat(about("backend=wasm,since=2026-11-01", "backend=wasm,until=2026-11-01"))
                .isEmpty();
        assertThat(about("machine=a", "machine=b")).containsExactly(Dimension.MACHINE);
    }

    private static java.util.Set<Dimension> about(String one, String other) {
        return CellSelector.about(CellSelector.parse(one), CellSelector.parse(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "backend",
                "colour=red",
                "since=soon",
                "last=0",
                "side=left",
                "latest latest",
                "a,b",
                "backend=",
                "latest,latest~1"
            })
    void nonsense_is_refused_with_what_can_be_said(String text) {
        assertThatThrownBy(() -> CellSelector.parse(text))
                .isInstanceOf(BasculeException.class)
                .satisfies(e -> assertThat(
                                ((BasculeException) e).failure().remedies().toString())
                        .contains("latest~1"));
    }
}
