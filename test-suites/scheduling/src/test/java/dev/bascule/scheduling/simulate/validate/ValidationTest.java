package dev.bascule.scheduling.simulate.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.testing.TestSize;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ValidationTest {
    @Test
    void closed_forms_are_those_of_the_books() {
        assertThat(ClosedForms.mm1InSystem(0.8, 1)).isCloseTo(5, within(1e-12));
        // An exponential service time has its mean's square as variance: M/G/1 is M/M/1 then.
        assertThat(ClosedForms.mg1Wait(0.8, 1, 1)).isCloseTo(4, within(1e-12));
        // With one server Erlang C is the load.
        assertThat(ClosedForms.erlangC(0.8, 1, 1)).isCloseTo(0.8, within(1e-12));
        // Two servers: 2ρ²/(1 + ρ).
        assertThat(ClosedForms.erlangC(1.2, 1, 2)).isCloseTo(2 * 0.36 / 1.6, within(1e-12));
    }

    @Test
    @Tag("sized")
    void the_simulator_comes_to_what_is_known_and_a_service_time_set_wrong_is_seen() {
        List<Check> checks = new Validation(TestSize.of(4_000, 40_000), 8, 1).checks();

        assertThat(checks)
                .hasSize(10)
                .allSatisfy(check -> assertThat(check.passed())
                        .as("%s: expected %s, simulated %s in %s to %s"
                                .formatted(
                                        check.name(), check.expected(), check.simulated(), check.low(), check.high()))
                        .isTrue());
        assertThat(checks)
                .filteredOn(Check::control)
                .hasSize(2)
                .allSatisfy(control -> assertThat(control.holds()).isFalse());
    }
}
