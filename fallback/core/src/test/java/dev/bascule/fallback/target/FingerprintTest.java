package dev.bascule.fallback.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private final Fingerprint fingerprint = new Fingerprint(
            Map.of("cpu", "Test  CPU ", "cores", "2", "os", "Linux 12", "memory limit", "512 MiB"),
            Map.of("kernel", "6.1.0", "driver nvidia", "550.54.15"));

    @Test
    void the_machines_hash_is_over_its_parts_alone_in_a_fixed_order() {
        assertThat(fingerprint.machineHash())
                .matches("[0-9a-f]{64}")
                .isEqualTo(fingerprint.withSoftware("x", "1").machineHash());
        // printf 'cpu=Test CPU\ncores=2\nos=Linux 12\nmemory limit=512 MiB' | sha256sum
        assertThat(fingerprint.machineHash())
                .isEqualTo("8853f3af47ab754133c0fb49c1cc7c5524c73c7ac5d5930b3e92d2fe12f59292");
    }

    @Test
    void an_update_of_a_driver_or_browser_changes_the_state_and_not_the_machine() {
        Fingerprint updated = fingerprint.withSoftware("driver nvidia", "560.1");
        assertThat(updated.stateHash()).isNotEqualTo(fingerprint.stateHash());
        assertThat(updated.machineHash()).isEqualTo(fingerprint.machineHash());
        assertThat(updated.withSoftware("driver nvidia", "550.54.15").stateHash())
                .isEqualTo(fingerprint.stateHash());
        assertThat(fingerprint.withSoftware("browser Firefox", "153").stateHash())
                .isNotEqualTo(fingerprint.stateHash());
    }

    @Test
    void what_is_the_machines_does_not_pass_for_software() {
        assertThat(new Fingerprint(Map.of("a", "1"), Map.of("b", "2")).stateHash())
                .isNotEqualTo(new Fingerprint(Map.of("a", "1", "b", "2"), Map.of()).stateHash());
        assertThat(new Fingerprint(Map.of("a", "1\nb=2"), Map.of()).machineHash())
                .isNotEqualTo(new Fingerprint(Map.of("a", "1", "b", "2"), Map.of()).machineHash());
    }
}
