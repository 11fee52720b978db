package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.target.Machine;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineReadingTest {
    private final ErrorCollector errors = new ErrorCollector(Clock.systemUTC());

    @Test
    void a_machine_that_cannot_be_read_is_known_as_far_as_the_jvm_goes_and_the_error_is_told() {
        Machine machine = MachineReading.read(
                () -> {
                    throw new IllegalStateException("no /proc here");
                },
                errors);

        assertThat(machine.os()).startsWith(System.getProperty("os.name"));
        assertThat(machine.cpu().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(machine.cpu().name()).isEqualTo("not told by the system");
        assertThat(machine.memoryBytes()).isEmpty();
        assertThat(errors.all()).singleElement().satisfies(error -> {
            assertThat(error.failure().code()).isEqualTo(ErrorCode.MACHINE_UNREAD);
            assertThat(error.failure().message()).contains("no /proc here");
            assertThat(error.place()).hasToString("machine");
        });
    }

    @Test
    void a_native_library_that_does_not_load_is_no_end_either() {
        MachineReading.read(
                () -> {
                    throw new UnsatisfiedLinkError("Unable to load library 'c'");
                },
                errors);
        assertThat(errors.all()).hasSize(1);
    }

    /** Negative control. */
    @Test
    void a_machine_that_is_read_is_left_as_it_is() {
        Machine known =
                new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of());
        assertThat(MachineReading.read(() -> known, errors)).isSameAs(known);
        assertThat(errors.all()).isEmpty();
    }
}
