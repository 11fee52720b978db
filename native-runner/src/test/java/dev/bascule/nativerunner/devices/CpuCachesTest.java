package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CpuCachesTest {
    private static final String CPU = "/sys/devices/system/cpu/cpu";

    private static String cache(int cpu, int index, int level, String type, String size, String shared) {
        String folder = "## file " + CPU + cpu + "/cache/index" + index + "/";
        return folder + "level\n" + level + "\n" + folder + "type\n" + type + "\n" + folder + "size\n" + size + "\n"
                + folder + "shared_cpu_list\n" + shared + "\n" + folder + "coherency_line_size\n64\n";
    }

    @Test
    void caches_are_counted_once_however_many_processors_share_them() {
        RecordedSystem system = RecordedSystem.parse("## os Linux amd64\n"
                + cache(0, 0, 1, "Data", "32K", "0,2")
                + cache(0, 1, 3, "Unified", "32768K", "0-3")
                + cache(1, 0, 1, "Data", "32K", "1,3")
                + cache(1, 1, 3, "Unified", "32768K", "0-3")
                + cache(2, 0, 1, "Data", "32K", "0,2")
                + cache(2, 1, 3, "Unified", "32768K", "0-3")
                + cache(3, 0, 1, "Data", "32K", "1,3")
                + cache(3, 1, 3, "Unified", "32768K", "0-3"));

        assertThat(CpuCaches.read(system).levels())
                .containsExactly(
                        new CacheLevel(1, CacheLevel.Type.DATA, 32 << 10, 2, 2, OptionalInt.of(64)),
                        new CacheLevel(3, CacheLevel.Type.UNIFIED, 32 << 20, 4, 1, OptionalInt.of(64)));
    }

    @Test
    void the_last_level_is_summed_over_all_sockets_and_none_is_no_number() {
        CpuCaches caches = CpuCaches.read(RecordedSystem.parse("## os Linux amd64\n"
                + cache(0, 0, 1, "Data", "32K", "0")
                + cache(0, 1, 3, "Unified", "32768K", "0")
                + cache(1, 0, 1, "Data", "32K", "1")
                + cache(1, 1, 3, "Unified", "32768K", "1")));

        assertThat(caches.lastLevelBytes()).hasValue(64L << 20);
        assertThat(CpuCaches.read(RecordedSystem.parse("## os Linux amd64")).lastLevelBytes())
                .isEmpty();
    }

    @Test
    void a_system_that_hides_its_caches_says_so_and_broken_files_are_left_out() {
        assertThat(CpuCaches.read(RecordedSystem.parse("## os Linux amd64")).reason())
                .isPresent();
        CpuCaches broken =
                CpuCaches.read(RecordedSystem.parse("## os Linux amd64\n" + cache(0, 0, 1, "Data", "much", "0")));
        assertThat(broken.levels()).isEmpty();
        assertThat(broken.reason()).isPresent();
        assertThat(CpuCaches.read(RecordedSystem.parse("## os SunOS sparc")).reason())
                .isPresent();
    }

    @Test
    void lists_and_sizes_are_read_as_systems_write_them() {
        assertThat(KeyValueText.processors("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
        assertThat(KeyValueText.processors("")).isEmpty();
        assertThat(KeyValueText.processors("x-y")).isEmpty();
        assertThat(KeyValueText.bytes("81559 MiB")).hasValue(81559L << 20);
        assertThat(KeyValueText.bytes("8 GB")).hasValue(8L << 30);
        assertThat(KeyValueText.bytes("512")).hasValue(512);
        assertThat(KeyValueText.bytes("N/A")).isEmpty();
        assertThat(KeyValueText.whole("-1")).isEmpty();
    }
}
