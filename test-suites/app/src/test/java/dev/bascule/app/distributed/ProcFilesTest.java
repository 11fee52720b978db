package dev.bascule.app.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcFilesTest {
    private static final List<String> RECORDED = List.of(
            "Inter-|   Receive                                                |  Transmit",
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed",
            "    lo: 44168172    1751    0    0    0     0          0         0 44168172    1751    0    0    0     0       0          0",
            "  eth0:1234 9 0 0 0 0 0 0 5678 9 0 0 0 0 0 0");

    @Test
    void bytes_of_an_interface_are_read_also_where_no_space_comes_before_them() {
        assertThat(ProcFiles.bytes(RECORDED, "lo")).contains(new ProcFiles.Bytes(44_168_172, 44_168_172));
        assertThat(ProcFiles.bytes(RECORDED, "eth0")).contains(new ProcFiles.Bytes(1234, 5678));
    }

    @Test
    void an_interface_that_is_not_there_or_has_no_figures_counts_nothing() {
        assertThat(ProcFiles.bytes(RECORDED, "eth1")).isEmpty();
        assertThat(ProcFiles.bytes(List.of("lo: many bytes 0 0 0 0 0 0 x 0"), "lo"))
                .isEmpty();
        assertThat(ProcFiles.bytes(List.of("lo: 1 2"), "lo")).isEmpty();
    }
}
