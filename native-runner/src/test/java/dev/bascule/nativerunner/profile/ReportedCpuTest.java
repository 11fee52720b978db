package dev.bascule.nativerunner.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportedCpuTest {
    @Test
    void a_caches_folder_is_read_and_one_of_instructions_left_out() {
        assertThat(ReportedCpu.cache("1", "Data", "32K")).contains(new ReportedCpu.Cache("L1d", 32 << 10));
        assertThat(ReportedCpu.cache("2", "Unified", "1024K")).contains(new ReportedCpu.Cache("L2", 1 << 20));
        assertThat(ReportedCpu.cache("3", "Unified", "32M")).contains(new ReportedCpu.Cache("L3", 32 << 20));
        assertThat(ReportedCpu.cache("1", "Instruction", "32K")).isEmpty();
        assertThat(ReportedCpu.cache("", "", "")).isEmpty();
        assertThat(ReportedCpu.cache("3", "Unified", "a lot")).isEmpty();
    }

    @Test
    void a_field_of_the_first_processor_is_found_by_its_whole_name() {
        List<String> lines =
                List.of("vendor_id\t: AuthenticAMD", "cpu family\t: 25", "model\t\t: 17", "", "cpu family\t: 26");

        assertThat(ReportedCpu.field(lines, "vendor_id")).contains("AuthenticAMD");
        assertThat(ReportedCpu.field(lines, "cpu family")).contains("25");
        assertThat(ReportedCpu.field(lines, "family")).isEmpty();
    }

    @Test
    void reading_this_machine_never_throws() {
        assertThat(ReportedCpu.read().caches())
                .allSatisfy(cache -> assertThat(cache.bytes()).isPositive());
    }
}
