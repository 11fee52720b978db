package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.nio.file.Path;

@FuzzTarget
class SuiteFuzzTest {
    @FuzzTest
    void a_suite_is_refused_at_a_line_or_read(byte[] data) {
        Refusals.read(() -> SuiteReader.read(FuzzInput.text(data), "my.yaml", Path.of("")))
                .ifPresent(suite -> {
                    assertThat(suite.models()).isNotEmpty();
                    assertThat(suite.name()).isNotBlank();
                });
    }
}
