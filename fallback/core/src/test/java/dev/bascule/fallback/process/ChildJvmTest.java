package dev.bascule.fallback.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildJvmTest {
    @Test
    void children_compile_as_far_as_their_parent_and_take_nothing_else_over() {
        assertThat(ChildJvm.startOptions(
                        List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Dsecret=x", "-agentlib:jdwp=x")))
                .containsExactly("-XX:TieredStopAtLevel=1");
        assertThat(ChildJvm.startOptions(List.of("-Xmx64m"))).isEmpty();
    }
}
