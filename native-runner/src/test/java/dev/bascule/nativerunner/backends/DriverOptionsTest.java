package dev.bascule.nativerunner.backends;

import static dev.bascule.fallback.backend.EngineOption.ARENA;
import static dev.bascule.fallback.backend.EngineOption.DEVICE;
import static dev.bascule.fallback.backend.EngineOption.EXECUTION_MODE;
import static dev.bascule.fallback.backend.EngineOption.MEMORY_LIMIT;
import static dev.bascule.fallback.backend.EngineOption.PRECISION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bascule.fallback.backend.BackendProvider;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.RefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every option with every built-in driver: it is obeyed, or refused with why; there is no third. */
class DriverOptionsTest {
    /** What each driver obeys; FLOAT16 stands for a precision, and what else it takes of them is tested below. */
    private static final Map<Class<? extends BackendDriver>, Set<EngineOption>> OBEYED = Map.ofEntries(
            Map.entry(CpuDriver.class, Set.of(ARENA, EXECUTION_MODE)),
            Map.entry(CudaDriver.class, Set.of(DEVICE, MEMORY_LIMIT)),
            Map.entry(TensorRtDriver.class, Set.of(DEVICE, PRECISION)),
            Map.entry(RocmDriver.class, Set.of(DEVICE)),
            Map.entry(OpenVinoDriver.class, Set.of(DEVICE, PRECISION)),
            Map.entry(WebGpuDriver.class, Set.of()),
            Map.entry(DirectMlDriver.class, Set.of(DEVICE)),
            Map.entry(QnnDriver.class, Set.of()),
            Map.entry(CoreMlDriver.class, Set.of()),
            Map.entry(MpsDriver.class, Set.of()),
            Map.entry(PyTorchCpuDriver.class, Set.of(ARENA)),
            Map.entry(PyTorchCudaDriver.class, Set.of(DEVICE)),
            Map.entry(PyTorchMpsDriver.class, Set.of()));

    @Test
    void the_table_names_every_built_in_driver() {
        assertThat(builtIn().map(BackendDriver::getClass)).containsExactlyInAnyOrderElementsOf(OBEYED.keySet());
    }

    static Stream<Arguments> everyOptionOfEveryDriver() {
        return builtIn()
                .flatMap(driver -> Arrays.stream(EngineOption.values()).map(option -> Arguments.of(driver, option)));
    }

    @ParameterizedTest
    @MethodSource("everyOptionOfEveryDriver")
    void an_option_is_obeyed_or_refused_with_why(BackendDriver driver, EngineOption option) {
        assertThat(driver.options())
                .as("an option that is not read would be refused for it")
                .contains(option);
        EngineOptions asked = asking(option);
        assertThat(EngineOption.wanted(asked)).containsExactly(option);
        if (OBEYED.get(driver.getClass()).contains(option)) {
            assertThatCode(() -> check(driver, asked)).doesNotThrowAnyException();
        } else {
            RefusedException refused = catchThrowableOfType(RefusedException.class, () -> check(driver, asked));
            assertThat(refused.errorName()).isEqualTo("UnsupportedOption");
            assertThat(refused.words()).hasSizeGreaterThan(15);
        }
    }

    @ParameterizedTest
    @MethodSource("everyOptionOfEveryDriver")
    void the_usual_is_never_refused(BackendDriver driver, EngineOption option) {
        assertThatCode(() -> check(driver, EngineOptions.DEFAULTS)).doesNotThrowAnyException();
        assertThatCode(() -> check(driver, EngineOptions.DEFAULTS.withDeviceIndex(0)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_precision_is_taken_where_it_is_what_the_backend_computes_in() {
        EngineOptions float32 = EngineOptions.DEFAULTS.withPrecision(Precision.FLOAT32);
        List<Class<?>> takers = builtIn()
                .filter(driver -> !refuses(driver, float32))
                .<Class<?>>map(BackendDriver::getClass)
                .toList();
        assertThat(takers).containsExactlyInAnyOrder(CpuDriver.class, CudaDriver.class, OpenVinoDriver.class);
        EngineOptions tf32 = EngineOptions.DEFAULTS.withPrecision(Precision.TF32);
        assertThat(builtIn().filter(driver -> !refuses(driver, tf32)).map(BackendDriver::getClass))
                .containsExactly(CudaDriver.class);
        assertThat(CudaDriver.tf32(tf32)).isEqualTo("1");
        assertThat(CudaDriver.tf32(float32)).isEqualTo("0");
        assertThat(CudaDriver.tf32(EngineOptions.DEFAULTS))
                .as("the model's own precision is what it says")
                .isEqualTo("0");
        EngineOptions int8 = EngineOptions.DEFAULTS.withPrecision(Precision.INT8);
        assertThat(builtIn()).allMatch(driver -> refuses(driver, int8));
    }

    private static boolean refuses(BackendDriver driver, EngineOptions options) {
        try {
            check(driver, options);
            return false;
        } catch (RefusedException e) {
            return true;
        }
    }

    private static EngineOptions asking(EngineOption option) {
        return switch (option) {
            case DEVICE -> EngineOptions.DEFAULTS.withDeviceIndex(1);
            case PRECISION -> EngineOptions.DEFAULTS.withPrecision(Precision.FLOAT16);
            case ARENA -> EngineOptions.DEFAULTS.withArena(false);
            case MEMORY_LIMIT -> EngineOptions.DEFAULTS.withMemoryLimit(1L << 30);
            case EXECUTION_MODE -> EngineOptions.DEFAULTS.withExecutionMode(ExecutionMode.PARALLEL);
        };
    }

    private static void check(BackendDriver driver, EngineOptions options) throws RefusedException {
        if (driver instanceof OnnxRuntimeDriver onnx) {
            onnx.check(options);
        } else if (driver instanceof PyTorchDriver torch) {
            torch.check(options);
        } else {
            throw new AssertionError(driver.getClass());
        }
    }

    private static Stream<BackendDriver> builtIn() {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(BackendDriver.class::isInstance)
                .map(BackendDriver.class::cast)
                .filter(driver -> driver.getClass().getPackage().equals(CpuDriver.class.getPackage()));
    }
}
