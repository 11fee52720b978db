package dev.bascule.fallback.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void only_native_runners_of_tests_are_compiled_quickly_and_not_well() {
        assertThat(ChildJvm.startOptions(true)).containsExactly("-XX:TieredStopAtLevel=1");
        assertThat(ChildJvm.startOptions(false)).isEmpty();
    }
}
