package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.nio.file.InvalidPathException;
import org.junit.jupiter.api.Test;

class ErrorReportTest {
    @Test
    void a_name_that_this_system_cannot_have_is_no_bug() {
        Failure failure =
                ErrorReport.failureOf(new InvalidPathException("mod\ufffd\u001ble.onnx", "Malformed input", 3));
        assertThat(failure.code()).isEqualTo(ErrorCode.USAGE_ERROR);
        assertThat(failure.message())
                .isEqualTo("'mod\ufffd le.onnx' cannot be the name of a file here: Malformed input");
        assertThat(failure.remedies()).singleElement().asString().contains("LC_ALL=C.UTF-8");
    }

    @Test
    void whatever_else_nobody_foresaw_is_a_bug() {
        assertThat(ErrorReport.failureOf(new IllegalStateException("x")).code()).isEqualTo(ErrorCode.INTERNAL_ERROR);
    }
}
