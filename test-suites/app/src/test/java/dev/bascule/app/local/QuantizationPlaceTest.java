package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a kept point depends on besides the model. */
class QuantizationPlaceTest {
    private static final BrowserSetup SETUP = BrowserSetup.of(new BrowserChoice.None());

    private static Machine machine(String fingerprint, String driver) {
        return new Machine(fingerprint, "Linux", new Machine.Cpu("a processor", 2, List.of()), 1L << 33, List.of())
                .with(new Fingerprint(Map.of("cpu", "a processor"), Map.of("driver", driver)));
    }

    @Test
    void another_machine_or_driver_or_browser_flag_is_another_place() {
        List<String> here = LocalQuantizeService.words(machine("f00d", "1"), SETUP);
        BrowserSetup flagged = new BrowserSetup(
                SETUP.choice(),
                SETUP.binary(),
                SETUP.launcher(),
                SETUP.remote(),
                SETUP.gpu(),
                List.of("--disable-gpu"),
                SETUP.webNnDevice(),
                SETUP.build(),
                SETUP.engineVersion(),
                SETUP.timed());

        assertThat(here).isEqualTo(LocalQuantizeService.words(machine("f00d", "1"), SETUP));
        assertThat(here).isNotEqualTo(LocalQuantizeService.words(machine("beef", "1"), SETUP));
        assertThat(here).isNotEqualTo(LocalQuantizeService.words(machine("f00d", "2"), SETUP));
        assertThat(here).isNotEqualTo(LocalQuantizeService.words(machine("f00d", "1"), flagged));
    }
}
