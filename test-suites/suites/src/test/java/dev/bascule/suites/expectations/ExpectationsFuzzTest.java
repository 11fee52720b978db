package dev.bascule.suites.expectations;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;

@FuzzTarget
class ExpectationsFuzzTest {
    @FuzzTest
    void expectations_are_refused_at_a_line_or_read(byte[] data) {
        Refusals.read(() -> ExpectationReader.parse(FuzzInput.text(data), "expected.yaml"));
    }
}
