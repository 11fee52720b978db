package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A runner calls hardware what its adapter admits to be software, so that a column would carry the wrong label. */
@Tag("red-team")
class AdmittedSoftwareTest {
    private static Optional<Boolean> software(Optional<Boolean> said, Map<String, String> adapter) {
        return new BackendReport("webgpu", BackendStatus.OK, said, Optional.empty(), adapter, Optional.empty())
                .software();
    }

    @Test
    void an_adapter_that_admits_to_be_software_is_no_hardware_whatever_its_runner_says() {
        assertThat(software(Optional.of(false), Map.of("isFallbackAdapter", "true")))
                .contains(true);
        assertThat(software(Optional.of(false), Map.of("vendor", "google", "architecture", "SwiftShader")))
                .contains(true);
        assertThat(software(Optional.empty(), Map.of("description", "llvmpipe (LLVM 19, 256 bits)")))
                .contains(true);
    }

    @Test
    void honest_twin_what_admits_nothing_stays_as_it_was_told() {
        Map<String, String> hardware = Map.of("vendor", "acme", "isFallbackAdapter", "false");
        assertThat(software(Optional.of(false), hardware)).contains(false);
        assertThat(software(Optional.of(true), hardware)).contains(true);
        assertThat(software(Optional.empty(), Map.of())).isEmpty();
    }
}
