package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

    @Test
    void the_high_water_mark_is_read_in_bytes() {
        assertThat(ProcessMemory.parse(List.of("Name:\tjava", "VmPeak:\t 4000 kB", "VmHWM:\t  123456 kB")))
                .hasValueSatisfying(memory -> assertThat(memory.peakBytes()).isEqualTo(123456L * 1024));
    }

    @Test
    void a_system_that_does_not_tell_gives_nothing() {
        assertThat(ProcessMemory.parse(List.of("Name:\tjava"))).isEmpty();
    }
}
