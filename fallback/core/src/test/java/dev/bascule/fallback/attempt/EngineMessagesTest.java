package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Phases;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** On messages of native engines and drivers as they were reported; the fixture names each report. */
class EngineMessagesTest {

    static Stream<Arguments> recorded() throws IOException {
        try (InputStream stream = EngineMessagesTest.class.getResourceAsStream("engine-messages.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(line -> line.split(" \\| "))
                            .map(parts -> Arguments.of(
                                    ErrorCode.valueOf(parts[0]),
                                    Outcome.valueOf(parts[1]),
                                    parts[2],
                                    parts[3],
                                    parts[4]))
                            .toList()
                            .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void an_engines_own_words_have_their_code(
            ErrorCode code, Outcome outcome, String phase, String name, String message) {
        FaultClassifier.Classified classified =
                FaultClassifier.classify(new Fault.Refused(phase, name, message, Optional.empty(), Phases.NONE));
        assertThat(classified.failure().code()).isEqualTo(code);
        assertThat(classified.outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            its process ended with exit code 134: SIGSEGV in [libonnxruntime_providers_openvino.so+0x1b20]  ov_init+0x10 | LIBRARY_CRASHED | CRASHED
            its process ended with exit code 1: EXCEPTION_ACCESS_VIOLATION in [nvcuda.dll+0x1b20] | LIBRARY_CRASHED | CRASHED
            its process ended with exit code 139 (SIGSEGV) | LIBRARY_CRASHED | CRASHED
            its process ended with exit code 134 (SIGABRT): terminate called after throwing an instance of 'std::bad_alloc' | OUT_OF_MEMORY | OUT_OF_MEMORY
            its process ended with exit code 137 (SIGKILL): killed by the kernel for memory, as its control group counts | OUT_OF_MEMORY | OUT_OF_MEMORY
            its process ended with exit code 137 (SIGKILL) | PROCESS_KILLED | CRASHED
            its process ended with exit code 143 (SIGTERM): | PROCESS_KILLED | CRASHED
            its process ended with exit code 0 | RUNNER_CRASHED | CRASHED
            the connection was closed | RUNNER_CRASHED | CRASHED
            the page said SIGSEGV in a text | RUNNER_CRASHED | CRASHED
            """)
    void a_process_tells_by_its_end(String reason, ErrorCode code, Outcome outcome) {
        FaultClassifier.Classified classified = FaultClassifier.classify(new Fault.Lost("measure", reason));
        assertThat(classified.failure().code()).isEqualTo(code);
        assertThat(classified.outcome()).isEqualTo(outcome);
        assertThat(classified.runnerIsSound()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            native never joined: its process ended with exit code 139 (SIGSEGV) | PROBE_CRASHED
            native never joined: its process ended with exit code 137 (SIGKILL) | PROCESS_KILLED
            native never joined: its process ended with exit code 2: the native runner cannot start: no | RUNNER_CRASHED
            """)
    void a_child_that_never_joined_fell_over_what_it_loads(String reason, ErrorCode code) {
        assertThat(FaultClassifier.neverJoined(reason).code()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COMPILED | the bundled ONNX Runtime has no CUDA provider, and no other is installed | BACKEND_UNAVAILABLE
            LIBRARY  | the NVIDIA driver does not load: libcuda.so.1: cannot open shared object file: No such file or directory | LIBRARY_MISSING
            LIBRARY  | libonnxruntime_providers_cuda.so is not in /cache/native/cuda13 | LIBRARY_MISSING
            LIBRARY  | libopenvino_c.so does not load: libopenvino.so.2541: undefined symbol: _ZN2ov | LIBRARY_MISMATCH
            LIBRARY  | vkCreateInstance returned -1 | BACKEND_UNAVAILABLE
            DEVICE   | cuInit returned 100: no CUDA device | DEVICE_NOT_FOUND
            DEVICE   | cuInit returned 35: the driver is older than the library | DRIVER_TOO_OLD
            DEVICE   | cuInit returned 803: driver and library are of different versions | LIBRARY_MISMATCH
            DEVICE   | cuInit returned 999: unknown error | BACKEND_UNAVAILABLE
            DEVICE   | the NVIDIA driver counts no device | DEVICE_NOT_FOUND
            DEVICE   | OpenVINO lists no device | DEVICE_NOT_FOUND
            DEVICE   | HIP counts no device (hipGetDeviceCount returned 100) | DEVICE_NOT_FOUND
            DEVICE   | /dev/kfd is not on this machine | DEVICE_NOT_FOUND
            DEVICE   | the plugin offers no device: it takes Intel's only | DEVICE_NOT_FOUND
            """)
    void a_tier_that_was_not_reached_says_what_to_do(Tier tier, String reason, ErrorCode code) {
        Failure failure = FaultClassifier.classify(new TierCheck.Failed(tier, reason, "the next step"));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.message()).isEqualTo(reason);
        assertThat(failure.remedies()).containsExactly("the next step");
    }
}
