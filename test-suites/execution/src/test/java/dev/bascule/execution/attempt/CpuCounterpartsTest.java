package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.runner.Script;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuCounterpartsTest {

    private static ScriptedEnvironment webNn() {
        return new ScriptedEnvironment(Map.of(Backends.WEBNN, Script.right(Backends.WEBNN)));
    }

    @Test
    void webnn_that_was_asked_for_a_gpu_is_held_against_its_cpu_in_a_browser_of_its_own() {
        ScriptedEnvironment environment = webNn();
        environment.browser.askWebNnFor(Optional.of(DeviceType.GPU));

        CpuCounterparts.Counterpart counterpart = CpuCounterparts.of(new Place(environment.browser, Backends.WEBNN))
                .orElseThrow();
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WEBNN);

        assertThat(counterpart.claimed()).isEqualTo(DeviceType.GPU);
        assertThat(counterpart.cpu().deviceType()).contains(DeviceType.CPU);
        assertThat(attempt.succeeded()).isTrue();
        assertThat(attempt.evidence().facts())
                .containsEntry("cpuTwin", "deviceType 'cpu'")
                .containsEntry("cpuTwin.sameBits", "true");
        assertThat(environment.browserLauncher.launched()).hasSize(2);
    }

    @Test
    void who_claims_no_accelerator_has_no_twin() {
        ScriptedEnvironment environment = webNn();
        environment.browser.askWebNnFor(Optional.of(DeviceType.CPU));

        assertThat(CpuCounterparts.of(new Place(environment.browser, Backends.WEBNN)))
                .isEmpty();
        assertThat(environment
                        .attempt(ScriptedEnvironment.sum(), Backends.WEBNN)
                        .evidence()
                        .facts())
                .doesNotContainKey("cpuTwin");
        assertThat(CpuCounterparts.of(new Place(environment.browser, Backends.WASM)))
                .isEmpty();
    }
}
