package dev.bascule.cli.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.worker.Inventory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InventoryTextTest {
    private static String text(long memory, Map<String, String> backends) {
        return InventoryText.of(Inventory.of(
                "linux", "x86_64", "Some Processor", 2, memory, backends, Map.of(), List.of(), Set.of("lab")));
    }

    @Test
    void what_no_job_can_ask_for_stands_apart() {
        assertThat(text(8L << 30, Map.of("cpu", "placed", "openvino", "device", "wasm", "session")))
                .isEqualTo("linux x86_64, 2 × Some Processor, 8.00 GiB, cpu (placed) wasm (session),"
                        + " found but no session ran: openvino (device), labels lab");
    }

    @Test
    void what_nobody_tells_is_no_figure() {
        assertThat(text(0, Map.of("openvino", "device")))
                .contains("memory unknown", "no backend, found but no session ran: openvino (device)");
    }
}
