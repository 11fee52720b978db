package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On messages as engines and browsers write them, from public issue reports of ONNX Runtime and Dawn. */
class FaultClassifierTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            create | Error        | no available backend found. ERR: [webgpu] backend not found. | UNAVAILABLE | true
            create | Error        | no available backend found. ERR: [webnn] Error: WebNN is not supported in current environment | UNAVAILABLE | true
            create | Error        | Can't append execution provider: WEBNN. ERROR_CODE: 2, ERROR_MESSAGE: WEBNN execution provider is not supported in this build. | UNAVAILABLE | true
            create | BackendUnavailable | cuda is not available on this machine: libcuda.so.1 cannot be opened | UNAVAILABLE | true
            create | UnknownBackend | this runner serves cpu and was asked for cuda | UNAVAILABLE | true
            create | Error        | no available backend found. ERR: [webgpu] RuntimeError: null function or function signature mismatch | CRASHED | false
            create | Error        | no available backend found. ERR: [wasm] RuntimeError: memory access out of bounds, [cpu] Error: previous call to 'initializeWebAssembly()' failed. | CRASHED | false
            create | RuntimeError | unreachable | CRASHED | false
            first  | RuntimeError | Unreachable code should not be executed (evaluating 'wasm.wasmExports') | CRASHED | false
            first  | RuntimeError | index out of bounds | CRASHED | false
            first  | RuntimeError | Out of bounds memory access (evaluating 'r.apply(null,arguments)') | CRASHED | false
            first  | RuntimeError | table index is out of bounds | CRASHED | false
            first  | RuntimeError | Aborted(Assertion failed: undefined). Build with -sASSERTIONS for more info. | CRASHED | false
            create | RangeError   | WebAssembly.Memory(): could not allocate memory | OUT_OF_MEMORY | false
            create | RangeError   | Array buffer allocation failed | OUT_OF_MEMORY | false
            create | RangeError   | Out of memory | OUT_OF_MEMORY | false
            create | RuntimeError | Aborted(OOM). Build with -sASSERTIONS for more info. | OUT_OF_MEMORY | false
            create | Error        | std::bad_alloc | OUT_OF_MEMORY | false
            first  | OrtException | Error code - ORT_RUNTIME_EXCEPTION - message: Non-zero status code returned while running Conv node. Name:'/fc1/Conv' Status Message: bfc_arena.cc:376 onnxruntime::BFCArena::AllocateRawInternal Failed to allocate memory for requested buffer of size 285081600 | OUT_OF_MEMORY | false
            first  | OrtException | BFCArena::AllocateRawInternal Available memory of 0 is smaller than requested bytes of 701267968 | OUT_OF_MEMORY | false
            create | OrtException | Error code - ORT_NOT_IMPLEMENTED - message: Could not find an implementation for AveragePool(19) node with name 'average_pool_node' | UNSUPPORTED | true
            create | Error        | Can't create a session. ERROR_CODE: 9, ERROR_MESSAGE: Could not find an implementation for Pad(13) node with name '/Pad' | UNSUPPORTED | true
            create | Error        | Can't create a session. ERROR_CODE: 1, ERROR_MESSAGE: Fatal error: ai.onnx:NoSuchOperator(-1) is not a registered function/op | UNSUPPORTED | true
            create | Error        | This session contains graph nodes that are assigned to the default CPU EP, but fallback to CPU EP has been explicitly disabled by the user. | UNSUPPORTED | true
            create | NotSupportedError | Failed to execute 'build' on 'MLGraphBuilder': Pool2d in tflite doesn't support dilations. | UNSUPPORTED | true
            first  | OrtException | Error code - ORT_FAIL - message: Non-zero status code returned while running MatMul node. Name:'MatMul_y' Status Message: shader_helper.cc:401 GenerateSourceCode Program MatMul requires f16 but the device does not support it. | UNSUPPORTED | true
            create | OrtException | Unsupported model IR version: 14, max supported IR version: 11 | UNSUPPORTED | true
            first  | AbortError   | Failed to execute 'mapAsync' on 'GPUBuffer': Device is lost | DEVICE_LOST | false
            first  | AbortError   | Failed to execute 'mapAsync' on 'GPUBuffer': [Device "ort"] is lost. | DEVICE_LOST | false
            first  | Error        | WebGPU device lost (unknown): DXGI_ERROR_DEVICE_HUNG | DEVICE_LOST | false
            first  | Error        | WebGPU device lost (unknown): the GPU process ended | DEVICE_LOST | false
            first  | Error        | failed to call OrtRun(). ERROR_CODE: 1, ERROR_MESSAGE: Non-zero status code returned while running Div node. Status Message: Failed to create a WebGPU compute pipeline: A valid external Instance reference no longer exists. | DEVICE_LOST | false
            create | Error        | Can't create a session. ERROR_CODE: 7, ERROR_MESSAGE: Failed to load model because protobuf parsing failed. | COMPILE_FAILED | true
            create | Error        | 10216992 | COMPILE_FAILED | true
            first  | Error        | failed to call OrtRun(). ERROR_CODE: 2, ERROR_MESSAGE: Got invalid dimensions for input: x | FAILED | true
            fetch  | TypeError    | Failed to fetch | FAILED | true
            """)
    void an_engines_message_says_what_kind_of_failure_it_was(
            String phase, String name, String message, Outcome outcome, boolean sound) {
        FaultClassifier.Classified classified = FaultClassifier.classify(refused(phase, name, message));
        assertThat(classified.outcome()).isEqualTo(outcome);
        assertThat(classified.runnerIsSound()).isEqualTo(sound);
        assertThat(classified.failure().message()).contains(phase);
        assertThat(classified.failure().remedies()).isNotEmpty();
    }

    /** Negative controls: a word inside another word or another sentence is not the word. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Failed to load model bloom-560m: the file ends early
            no room left in the table
            cuda is not available on this machine
            there is no device 3: the engine lists one
            the driver is older than the library
            node 'lost_found' of the device table has no input
            indices element out of data bounds, idx=9 must be within the inclusive range [-4,3]
            """)
    void a_likeness_is_not_enough(String message) {
        assertThat(FaultClassifier.classify(refused("first", "Error", message)).outcome())
                .isEqualTo(Outcome.FAILED);
    }

    /** As ONNX Runtime 1.24.1 says it, of a model stamped with opset 26. */
    @Test
    void a_newer_opset_is_told_with_the_newest_that_is_read_and_not_with_the_place_in_the_engines_source() {
        Failure failure = FaultClassifier.classify(
                        refused(
                                "create",
                                "OrtException",
                                "Error code - ORT_FAIL - message: Load model from /m/relu26.onnx failed:/onnxruntime/onnxruntime/core/graph/model_load_utils.h:46 void onnxruntime::model_load_utils::ValidateOpsetForDomain(const std::unordered_map<std::__cxx11::basic_string<char>, int>&, const onnxruntime::logging::Logger&, bool, const std::string&, int) ONNX Runtime only *guarantees* support for models stamped with official released onnx opset versions. Opset 26 is under development and support for this is limited. The operator schemas and or other functionality may change before next ONNX release and in this case ONNX Runtime will not guarantee backward compatibility. Current official support for domain ai.onnx is till opset 25."))
                .failure();
        assertThat(failure.code()).isEqualTo(ErrorCode.OPSET_UNSUPPORTED);
        assertThat(failure.message())
                .contains("relu26.onnx failed:ONNX Runtime only", "Opset 26")
                .doesNotContain("model_load_utils", "basic_string");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ONNX Runtime only *guarantees* support; Current official support for domain ai.onnx is till opset 25. | export with opset 25 or older: torch.onnx.export(..., opset_version=25)",
                "Current official support for domain ai.onnx.ml is till opset 4. | export with version 4 or older of ai.onnx.ml",
                "Unsupported model IR version: 14, max supported IR version: 11 | model.ir_version = 11",
                "Failed to load library libonnxruntime_providers_cuda.so with error: libcudnn.so.9: cannot open shared object file | libcudnn.so.9 is missing: bascule install cuda",
                "libmigraphx_c.so.3: cannot open shared object file | libmigraphx_c.so.3 is missing: bascule install rocm",
                "libacme.so.1: cannot open shared object file | libacme.so.1 is missing: install the package that has it",
                "Could not find an implementation for BitShift(11) node | no kernel of BitShift (opset 11)"
            })
    void what_the_message_names_is_in_the_remedy(String message, String remedy) {
        assertThat(FaultClassifier.classify(refused("create", "Error", message))
                        .failure()
                        .remedies()
                        .get(0))
                .contains(remedy);
    }

    /** Negative control: words that name nothing leave the code's own remedies. */
    @Test
    void what_names_nothing_has_the_remedies_of_its_code() {
        assertThat(FaultClassifier.classify(refused("create", "Error", "NOT_IMPLEMENTED: whatever"))
                        .failure()
                        .remedies())
                .isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED.remedies());
    }

    @Test
    void a_silent_runner_has_timed_out_and_is_done_for() {
        FaultClassifier.Classified classified =
                FaultClassifier.classify(new Fault.TimedOut("create", Duration.ofSeconds(30)));
        assertThat(classified.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(classified.runnerIsSound()).isFalse();
        assertThat(classified.failure().code()).isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
        assertThat(classified.failure().message()).contains("30 s").contains("create");
    }

    @Test
    void a_lost_runner_has_crashed() {
        FaultClassifier.Classified classified =
                FaultClassifier.classify(new Fault.Lost("measure", "its process ended with 139"));
        assertThat(classified.outcome()).isEqualTo(Outcome.CRASHED);
        assertThat(classified.runnerIsSound()).isFalse();
        assertThat(classified.failure().message()).contains("139");
    }

    @Test
    void a_long_message_is_cut_in_its_middle_and_put_on_one_line() {
        FaultClassifier.Classified classified =
                FaultClassifier.classify(refused("first", "Error", "line\n".repeat(500) + "what was wrong"));
        assertThat(classified.failure().message())
                .hasSizeLessThan(450)
                .doesNotContain("\n")
                .contains(" … ")
                .endsWith("what was wrong");
    }

    /** Negative control: what a runner tells of its own end in our words is not what the host saw. */
    @Test
    void a_runner_that_says_how_it_was_killed_is_not_believed() {
        FaultClassifier.Classified classified = FaultClassifier.classify(
                new Fault.Lost("measure", "it left: its process ended with exit code 139 (SIGSEGV)"));
        assertThat(classified.failure().code()).isEqualTo(ErrorCode.RUNNER_CRASHED);
        assertThat(FaultClassifier.classify(new Fault.Lost("measure", "it left: outputs were not delivered: none"))
                        .failure()
                        .code())
                .isEqualTo(ErrorCode.RUNNER_CRASHED);
    }

    @Test
    void what_was_not_delivered_fails_with_its_own_code() {
        FaultClassifier.Classified classified = FaultClassifier.classify(Fault.Lost.undelivered("measure", "y twice"));
        assertThat(classified.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(classified.failure().code()).isEqualTo(ErrorCode.OUTPUT_NOT_DELIVERED);
        assertThat(classified.failure().message()).isEqualTo("outputs were not delivered: y twice");
        assertThat(classified.runnerIsSound()).isFalse();
    }

    @Test
    void a_poisoned_runner_is_not_sound_whatever_the_words() {
        Fault.Refused poisoned = new Fault.Refused(
                "measure", "Error", "odd", Optional.empty(), Phases.NONE, Optional.of("it trapped"), Optional.empty());
        assertThat(FaultClassifier.classify(poisoned).runnerIsSound()).isFalse();
        assertThat(FaultClassifier.classify(refused("measure", "Error", "odd")).runnerIsSound())
                .isTrue();
    }

    private static Fault refused(String phase, String name, String message) {
        return new Fault.Refused(phase, name, message, Optional.empty(), Phases.NONE);
    }
}
