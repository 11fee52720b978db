package dev.bascule.reports.selection;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.ConformanceFixtures.operatorCase;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.MatrixQuery;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Sides out of a history of two old runs and more newer ones than are looked through. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComparedSidesTest {
    private static final int NEWER = 500;

    private final History history = new InMemoryHistory();

    @BeforeAll
    void fill() {
        CaseRun cell = strict(TEXT, Verdict.PASS, on(WASM).samples(6).build());
        history.append(record("0a", START, cell));
        history.append(record("0b", START.plusSeconds(1), cell));
        for (int i = 0; i < NEWER; i++) {
            history.append(
                    record("1%03d".formatted(i), START.plus(Duration.ofDays(2)).plusSeconds(i), cell));
        }
    }

    private ComparedSides sides() {
        return sides(history);
    }

    private static ComparedSides sides(History history) {
        return new ComparedSides(
                () -> history,
                new ComparedSides.Opening() {
                    @Override
                    public RunRecord file(CellSelector.File file) {
                        throw new AssertionError(file);
                    }

                    @Override
                    public RunRecord run(History from, CellSelector.Id id) {
                        return from.find(id.idOrPrefix()).orElseThrow();
                    }
                },
                "bascule list targets");
    }

    @Test
    void runs_after_the_time_that_is_asked_for_do_not_use_up_those_that_are_looked_through() {
        assertThat(sides().side(CellSelector.parse("backend=wasm,until=2026-11-21"))
                        .runs())
                .containsExactly("0a", "0b");
        assertThat(sides().side(CellSelector.parse("backend=wasm,last=2")).runs())
                .containsExactly("1498", "1499");
    }

    @Test
    void runs_of_operator_cases_alone_use_up_none_of_the_runs_where_models_are_asked_for() {
        History both = new InMemoryHistory();
        both.append(record(
                "models", START, strict(TEXT, Verdict.PASS, on(WASM).samples(6).build())));
        both.append(record(
                "ops",
                START.plusSeconds(1),
                strict(
                        operatorCase("test_abs"),
                        Verdict.PASS,
                        on(WASM).samples(0).build())));
        ComparedSides sides = sides(both);
        Set<MatrixQuery.Cases> models = Set.of(MatrixQuery.Cases.MODELS);
        assertThat(sides.side(CellSelector.parse("backend=wasm,last=1"), models).runs())
                .containsExactly("models");
        assertThat(sides.side(CellSelector.parse("backend=wasm")).runs()).containsExactly("models", "ops");
        assertThatThrownBy(() -> sides.side(CellSelector.parse("latest"), models))
                .isInstanceOf(BasculeException.class)
                .hasMessage("no cell of a model is 'latest'");
    }

    @Test
    void a_model_that_is_named_whole_is_not_joined_by_those_whose_names_have_it_in_them() {
        ModelInfo lenet = Fixtures.model("lenet", "dd", Family.VISION, "image-classification");
        ModelInfo small = Fixtures.model("lenet.qat-int4", "ee", Family.VISION, "image-classification");
        History both = new InMemoryHistory();
        both.append(record("a", START, cell(lenet)));
        both.append(record("b", START.plusSeconds(1), cell(small)));
        both.append(record("c", START.plusSeconds(2), cell(lenet), cell(small)));

        assertThat(models(both, "model=lenet,last=2")).containsExactly("lenet", "lenet");
        assertThat(models(both, "model=LeNet.qat-int4")).containsExactly("lenet.qat-int4", "lenet.qat-int4");
        assertThat(models(both, "latest,model=lenet")).containsExactly("lenet");
        assertThat(models(both, "model=lene")).as("of a part of both names").hasSize(4);
    }

    private static CaseRun cell(ModelInfo model) {
        return strict(model, Verdict.PASS, on(WASM).samples(6).build());
    }

    private static List<String> models(History history, String selector) {
        return sides(history).side(CellSelector.parse(selector)).cells().stream()
                .map(cell -> cell.run().model().name())
                .toList();
    }

    @Test
    void where_not_all_runs_were_looked_through_it_is_not_said_that_none_has_such_a_cell() {
        assertThatThrownBy(() -> sides().side(CellSelector.parse("backend=webnn")))
                .isInstanceOf(BasculeException.class)
                .hasMessage("no cell of the newest 500 such runs is 'backend=webnn'");
        assertThatThrownBy(() -> sides().side(CellSelector.parse("backend=webnn,until=2026-11-21")))
                .isInstanceOf(BasculeException.class)
                .hasMessage("no cell is 'backend=webnn,until=2026-11-21'");
    }
}
