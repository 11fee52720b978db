package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.RunnerEnd;
import dev.bascule.fallback.process.ProcessEnd;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
            134 | #  SIGSEGV (0xb) at pc=0x00007f3c1c0a7b20, pid=4711 | LIBRARY_CRASHED | CRASHED
            1   | #  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00007f3c1c0a7b20 | LIBRARY_CRASHED | CRASHED
            139 | | LIBRARY_CRASHED | CRASHED
            134 | terminate called after throwing an instance of 'std::bad_alloc' | OUT_OF_MEMORY | OUT_OF_MEMORY
            1   | java.lang.OutOfMemoryError: Java heap space | OUT_OF_MEMORY | OUT_OF_MEMORY
            137 | | PROCESS_KILLED | CRASHED
            143 | | PROCESS_KILLED | CRASHED
            130 | | RUNNER_CRASHED | CRASHED
            0   | | RUNNER_CRASHED | CRASHED
            2   | exit code 139 (SIGSEGV) | RUNNER_CRASHED | CRASHED
            """)
    void a_process_tells_by_its_end(int exitCode, String line, ErrorCode code, Outcome outcome) {
        RunnerEnd end =
                RunnerEnd.of(ProcessEnd.of(exitCode, Stream.ofNullable(line).toList()));
        FaultClassifier.Classified classified = FaultClassifier.classify(new Fault.Lost("measure", end));
        assertThat(classified.failure().code()).isEqualTo(code);
        assertThat(classified.outcome()).isEqualTo(outcome);
        assertThat(classified.runnerIsSound()).isFalse();
    }

    @Test
    void a_process_that_the_kernel_took_for_memory_ran_out_of_it() {
        RunnerEnd end = RunnerEnd.of(ProcessEnd.of(137, List.of(), true));
        FaultClassifier.Classified classified = FaultClassifier.classify(new Fault.Lost("measure", end));
        assertThat(classified.failure().code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
        assertThat(classified.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({"139, PROBE_CRASHED", "137, PROCESS_KILLED", "2, RUNNER_CRASHED"})
    void a_child_that_never_joined_fell_over_what_it_loads(int exitCode, ErrorCode code) {
        RunnerEnd end = RunnerEnd.of(ProcessEnd.of(exitCode, List.of("the native runner cannot start: no")));
        Failure failure = FaultClassifier.neverJoined(end);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.message()).isEqualTo(end.reason());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            COMPILED | the bundled ONNX Runtime has no CUDA provider, and no other is installed | BACKEND_UNAVAILABLE
            LIBRARY  | the NVIDIA driver does not load: libcuda.so.1: cannot open shared object file: No such file or directory | LIBRARY_MISSING
            LIBRARY  | libopenvino_c.so does not load: libopenvino.so.2541: undefined symbol: _ZN2ov | LIBRARY_MISMATCH
            LIBRARY  | vkCreateInstance returned -1 | BACKEND_UNAVAILABLE
            SESSION  | CUDA failure 100: no CUDA-capable device is detected | DEVICE_NOT_FOUND
            """)
    void a_stop_that_its_driver_has_no_code_for_is_told_by_an_engines_words(Tier tier, String reason, ErrorCode code) {
        Failure failure = FaultClassifier.classify(new TierCheck.Failed(tier, reason, "the next step"));
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.message()).isEqualTo(reason);
        assertThat(failure.remedies()).containsExactly("the next step");
    }

    /** Negative control: sentences of Bascule's own tell nothing, for a driver that knows gives the code. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "the NVIDIA driver counts no device",
                "OpenVINO lists no device",
                "cuInit returned 35: the driver is older than the library",
                "/dev/kfd is not on this machine"
            })
    void a_stop_in_our_words_alone_is_not_guessed_at(String reason) {
        assertThat(FaultClassifier.classify(new TierCheck.Failed(Tier.DEVICE, reason, "the next step"))
                        .code())
                .isEqualTo(ErrorCode.BACKEND_UNAVAILABLE);
    }

    /** Its words may hold an engine's: the code goes before them. */
    @Test
    void a_stop_whose_driver_gives_a_code_has_that() {
        TierCheck.Failed stop = new TierCheck.Failed(
                Tier.DEVICE,
                "cuInit returned 804: compatibility mode is not supported on this device",
                "the next step",
                Optional.of(ErrorCode.BACKEND_UNAVAILABLE));
        assertThat(FaultClassifier.classify(stop).code()).isEqualTo(ErrorCode.BACKEND_UNAVAILABLE);
    }
}
