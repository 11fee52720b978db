package dev.bascule.nativerunner.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServedBackendTest {

    @Test
    void an_option_that_a_driver_does_not_read_is_refused_before_the_driver_is_asked() {
        Driver driver = new Driver(Set.of(EngineOption.DEVICE));
        RefusedException refused = catchThrowableOfType(
                RefusedException.class,
                () -> open(driver, EngineOptions.DEFAULTS.withDeviceIndex(1).withMemoryLimit(1)));
        assertThat(refused.errorName()).isEqualTo("UnsupportedOption");
        assertThat(refused.words()).contains("deviceMemoryLimit").doesNotContain("device,");
        assertThat(driver.asked).isZero();
    }

    @Test
    void an_option_that_a_driver_reads_and_the_usual_go_through_to_it() {
        Driver driver = new Driver(Set.of(EngineOption.DEVICE));
        for (EngineOptions options : List.of(
                EngineOptions.DEFAULTS,
                EngineOptions.DEFAULTS.withDeviceIndex(0),
                EngineOptions.DEFAULTS.withDeviceIndex(1))) {
            assertThat(catchThrowableOfType(RefusedException.class, () -> open(driver, options))
                            .errorName())
                    .isEqualTo("Asked");
        }
        assertThat(driver.asked).isEqualTo(3);
    }

    @Test
    void no_option_is_read_by_a_driver_that_says_nothing() {
        Driver driver = new Driver(Set.of());
        assertThat(catchThrowableOfType(
                                RefusedException.class, () -> open(driver, EngineOptions.DEFAULTS.withArena(false)))
                        .words())
                .contains("arena");
    }

    private static void open(Driver driver, EngineOptions options) throws RefusedException {
        ServedBackend served = new ServedBackend(driver, new Detection(List.of(), Map.of(), Optional.empty()));
        served.open(new OpenRequest(
                "cpu",
                Path.of("model.onnx"),
                SessionSettings.defaults().withOptions(options),
                List.of(),
                Optional.empty()));
    }

    private static final class Driver implements BackendDriver {
        private final Set<EngineOption> read;
        private int asked;

        Driver(Set<EngineOption> read) {
            this.read = read;
        }

        @Override
        public Backend backend() {
            return Backends.NATIVE_CPU;
        }

        @Override
        public Set<EngineOption> options() {
            return read;
        }

        @Override
        public Detection probe() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Engine> engine() {
            return Optional.empty();
        }

        @Override
        public DriverSession open(OpenRequest request) throws RefusedException {
            asked++;
            throw new RefusedException("Asked", "the driver was asked");
        }

        @Override
        public void close() {}
    }
}
