package dev.bascule.fallback.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessEndTest {
    /** What OpenJDK 17 prints when a provider library takes it down. */
    private static final List<String> CRASH = List.of(
            "#",
            "# A fatal error has been detected by the Java Runtime Environment:",
            "#",
            "#  SIGSEGV (0xb) at pc=0x00007f3c1c0a7b20, pid=4711, tid=4712",
            "#",
            "# JRE version: OpenJDK Runtime Environment (17.0.15+6) (build 17.0.15+6-Debian-1deb12u1)",
            "# Problematic frame:",
            "# C  [libonnxruntime_providers_openvino.so+0x1b20]  ov_init+0x10",
            "#");

    @Test
    void a_crash_in_native_code_is_named_with_its_library() {
        assertThat(ProcessEnd.of(1, CRASH).words())
                .isEqualTo("its process ended with exit code 1: SIGSEGV in "
                        + "[libonnxruntime_providers_openvino.so+0x1b20]  ov_init+0x10");
    }

    @Test
    void a_signal_is_named_where_the_jvm_could_say_nothing() {
        assertThat(ProcessEnd.of(137, List.of()).words()).isEqualTo("its process ended with exit code 137 (SIGKILL)");
        assertThat(ProcessEnd.of(139, List.of()).words()).isEqualTo("its process ended with exit code 139 (SIGSEGV)");
    }

    @Test
    void the_cause_is_the_signals() {
        assertThat(ProcessEnd.of(1, CRASH).cause()).isEqualTo(ProcessEnd.Cause.CRASHED);
        assertThat(ProcessEnd.of(134, List.of()).cause()).isEqualTo(ProcessEnd.Cause.CRASHED);
        assertThat(ProcessEnd.of(143, List.of()).cause()).isEqualTo(ProcessEnd.Cause.KILLED);
        assertThat(ProcessEnd.of(137, List.of(), true).cause()).isEqualTo(ProcessEnd.Cause.KILLED_FOR_MEMORY);
        assertThat(ProcessEnd.of(130, List.of()).cause()).isEqualTo(ProcessEnd.Cause.OTHER);
    }

    /** Negative control: a program may print whatever it likes. */
    @Test
    void a_signal_that_a_process_only_speaks_of_ended_nothing() {
        assertThat(ProcessEnd.of(2, List.of("exit code 139 (SIGSEGV)")).cause()).isEqualTo(ProcessEnd.Cause.OTHER);
    }

    @Test
    void an_end_without_a_signal_gives_its_last_words() {
        assertThat(ProcessEnd.of(2, List.of("a", "b", "the native runner cannot start: no", "c"))
                        .words())
                .isEqualTo("its process ended with exit code 2: b | the native runner cannot start: no | c");
        assertThat(ProcessEnd.of(0, List.of()).words()).isEqualTo("its process ended with exit code 0");
    }

    @Test
    void a_kill_is_the_kernels_for_memory_only_where_the_control_group_counted_one() {
        assertThat(ProcessEnd.of(137, List.of("last words"), true).words())
                .isEqualTo("its process ended with exit code 137 (SIGKILL): killed by the kernel for memory,"
                        + " as its control group counts");
        assertThat(ProcessEnd.of(139, List.of(), true).words()).doesNotContain("memory");
        assertThat(ProcessEnd.of(137, List.of(), false).words()).doesNotContain("memory");
    }
}
