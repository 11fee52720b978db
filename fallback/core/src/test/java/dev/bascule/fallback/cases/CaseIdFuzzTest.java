package dev.bascule.fallback.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;

@FuzzTarget
class CaseIdFuzzTest {
    @FuzzTest
    void an_id_is_refused_or_reads_back_as_itself(byte[] data) {
        for (String text : FuzzInput.swollen(FuzzInput.text(data))) {
            Refusals.read(() -> CaseId.parse(text)).ifPresent(id -> {
                assertThat(CaseId.parse(id.toString())).isEqualTo(id).hasToString(id.toString());
                assertThat(id.matches(id.toString())).isTrue();
            });
            CaseId.of("suite", CaseId.word(text), "case", java.util.Map.of());
        }
        // A path of many parts, which no check may walk by recursion.
        String path = FuzzInput.text(data).replaceAll("[^A-Za-z0-9/]", "");
        for (String swollen : FuzzInput.swollen(path)) {
            Refusals.read(() -> CaseId.parse("suite:" + swollen + ":case"));
        }
    }
}
