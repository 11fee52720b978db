package dev.bascule.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.runner.Script;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuTwinsTest {

    private static Bench webNn() {
        return new Bench(Map.of(Backends.WEBNN, Script.right(Backends.WEBNN)));
    }

    @Test
    void webnn_that_was_asked_for_a_gpu_is_held_against_its_cpu_in_a_browser_of_its_own() {
        Bench bench = webNn();
        bench.browser.askWebNnFor(Optional.of(DeviceType.GPU));

        CpuTwins.Twin twin =
                CpuTwins.of(new Place(bench.browser, Backends.WEBNN)).orElseThrow();
        Attempt attempt = bench.attempt(Bench.sum(), Backends.WEBNN);

        assertThat(twin.claimed()).isEqualTo(DeviceType.GPU);
        assertThat(twin.cpu().deviceType()).contains(DeviceType.CPU);
        assertThat(attempt.succeeded()).isTrue();
        assertThat(attempt.evidence().facts())
                .containsEntry("cpuTwin", "deviceType 'cpu'")
                .containsEntry("cpuTwin.sameBits", "true");
        assertThat(bench.browserLauncher.launched()).hasSize(2);
    }

    @Test
    void who_claims_no_accelerator_has_no_twin() {
        Bench bench = webNn();
        bench.browser.askWebNnFor(Optional.of(DeviceType.CPU));

        assertThat(CpuTwins.of(new Place(bench.browser, Backends.WEBNN))).isEmpty();
        assertThat(bench.attempt(Bench.sum(), Backends.WEBNN).evidence().facts())
                .doesNotContainKey("cpuTwin");
        assertThat(CpuTwins.of(new Place(bench.browser, Backends.WASM))).isEmpty();
    }
}
