package dev.bascule.studies.conformance.webnn;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;

@FuzzTarget
class WebNnFileFuzzTest {
    @FuzzTest
    void each_case_of_a_file_is_read_or_told_of_as_unreadable(byte[] data) {
        Refusals.read(() -> WebNnFile.readNamed(FuzzInput.file(data, "cases.json")))
                .ifPresent(read -> {
                    assertThat(read.cases().size() + read.unreadable().size()).isPositive();
                    read.cases().forEach(each -> assertThat(each.id()).isNotNull());
                });
    }
}
