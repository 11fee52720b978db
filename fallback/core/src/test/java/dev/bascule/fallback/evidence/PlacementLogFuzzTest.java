package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import java.util.List;

/** The lines of an engine's log, as a page tells them. */
@FuzzTarget
class PlacementLogFuzzTest {
    @FuzzTest
    void every_log_is_read_and_counts_no_less_than_a_node(byte[] data) {
        List<String> lines = FuzzInput.text(data).lines().toList();
        PlacementLog log = PlacementLog.parse(lines);
        assertThat(log.nodesByProvider().values()).allMatch(count -> count > 0);
        assertThat(PlacementLog.parse(lines)).isEqualTo(log);
        for (String line : lines) {
            PlacementLog.parse(FuzzInput.swollen(line));
        }
    }
}
