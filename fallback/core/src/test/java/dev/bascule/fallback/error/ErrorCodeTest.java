package dev.bascule.fallback.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {

    @ParameterizedTest
    @EnumSource
    void every_code_says_how_bad_it_is_what_it_is_about_and_what_to_do(ErrorCode code) {
        assertThat(code.severity()).isNotNull();
        assertThat(code.category()).isNotNull();
        assertThat(code.exitCode()).isNotNull();
        assertThat(code.remedies()).isNotEmpty().noneMatch(String::isBlank);
    }

    @ParameterizedTest
    @EnumSource
    void only_what_takes_nothing_away_ends_in_good_order(ErrorCode code) {
        boolean harmless = code.severity() == Severity.INFO || code.severity() == Severity.WARNING;
        assertThat(code.exitCode() == ExitCode.OK || code == ErrorCode.RUN_INTERRUPTED)
                .isEqualTo(harmless);
    }

    @ParameterizedTest
    @CsvSource({
        "OK, 0",
        "FAILURES, 1",
        "USAGE, 2",
        "INVALID_INPUT, 3",
        "NOTHING_SELECTED, 4",
        "ENVIRONMENT, 5",
        "INFRASTRUCTURE, 6",
        "BUG, 70",
        "INTERRUPTED, 130"
    })
    void exit_codes_are_those_of_the_contract(ExitCode code, int status) {
        assertThat(code.status()).isEqualTo(status);
    }

    @Test
    void no_two_exit_codes_are_alike() {
        assertThat(Arrays.stream(ExitCode.values()).map(ExitCode::status))
                .hasSize(9)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_failure_has_the_remedies_of_its_code_unless_nearer_ones_are_known() {
        assertThat(Failure.of(ErrorCode.NO_BROWSER, "none").remedies()).isEqualTo(ErrorCode.NO_BROWSER.remedies());
        assertThat(Failure.of(ErrorCode.NO_BROWSER, "none", "apt install it").remedies())
                .containsExactly("apt install it");
    }

    @Test
    void an_exception_keeps_its_failure_and_its_cause() {
        Exception cause = new Exception("deep");
        BasculeException e = BasculeException.because(cause, ErrorCode.STORE_LOCKED, "locked", "wait");
        assertThat(e).hasMessage("locked").hasCause(cause);
        assertThat(e.failure()).isEqualTo(Failure.of(ErrorCode.STORE_LOCKED, "locked", "wait"));
        assertThat(new BasculeException(ErrorCode.STORE_LOCKED, "locked")
                        .failure()
                        .remedies())
                .isEqualTo(ErrorCode.STORE_LOCKED.remedies());
    }
}
