package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.scenario.ScenarioWords;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a new kind must bring beside itself. */
class ScenarioKindTest {
    @ParameterizedTest
    @EnumSource
    void each_kind_has_a_title_and_a_meaning_in_reports(ScenarioKind kind) {
        assertThat(ScenarioWords.title(kind.id())).isNotEqualTo(kind.id());
        assertThat(ScenarioWords.meaning(kind.id())).endsWith(".");
    }
}
