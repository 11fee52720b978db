package dev.bascule.fallback.attempt;

import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Fault;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the engines' own error messages: what kind of failure it was, and whether the page or process is still sound.
 * One place for all runners; the patterns are kept to what engines and drivers were seen to say. Stateless and thread-safe.
 */
public final class FaultClassifier {

    /**
     * @param outcome of the attempt
     * @param failure for the reader
     * @param runnerIsSound whether the runner may be used again
     */
    public record Classified(Outcome outcome, Failure failure, boolean runnerIsSound) {}

    private record Rule(Pattern pattern, Outcome outcome, ErrorCode code, boolean sound) {
        static Rule of(String regex, Outcome outcome, ErrorCode code, boolean sound) {
            return new Rule(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), outcome, code, sound);
        }
    }

    /** In order: the first that matches says it. A trap inside "no available backend found" is still a trap. */
    private static final List<Rule> RULES = List.of(
            Rule.of(
                    "version `[A-Z]+_[0-9.]+' not found|undefined symbol: |cannot locate symbol \"|requested API version \\[\\d+\\] is not available|invalid ELF header|wrong ELF class|incompatible architecture|no kernel image is available|cudaErrorNoKernelImageForDevice|LoadLibrary failed with error 127|driver and library are of different versions",
                    Outcome.UNAVAILABLE,
                    ErrorCode.LIBRARY_MISMATCH,
                    true),
            Rule.of(
                    "cannot open shared object file|LoadLibrary failed with error 126|Unable to load library '|Library not loaded:|in java\\.library\\.path",
                    Outcome.UNAVAILABLE,
                    ErrorCode.LIBRARY_MISSING,
                    true),
            Rule.of(
                    "driver version is insufficient|cudaErrorInsufficientDriver|hipErrorInsufficientDriver|the driver is older than the library",
                    Outcome.UNAVAILABLE,
                    ErrorCode.DRIVER_TOO_OLD,
                    true),
            Rule.of(
                    "no (CUDA|ROCm)-capable device|invalid device ordinal|(cuda|hip)ErrorNoDevice|name is not registered in the OpenVINO Runtime|Device ID not found|No GPU device was found|CL_DEVICE_NOT_FOUND|there is no device \\d+",
                    Outcome.UNAVAILABLE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    true),
            Rule.of(
                    "Current official support for domain \\S* ?is till opset|Unsupported model IR version",
                    Outcome.UNSUPPORTED,
                    ErrorCode.OPSET_UNSUPPORTED,
                    true),
            Rule.of("^UnsupportedOption: ", Outcome.UNSUPPORTED, ErrorCode.OPTION_UNSUPPORTED, true),
            Rule.of(
                    "backend is not available|not available on this machine|execution provider is not supported in this build",
                    Outcome.UNAVAILABLE,
                    ErrorCode.BACKEND_UNAVAILABLE,
                    true),
            Rule.of(
                    "\\bdevice\\b[^.]{0,40}\\blost\\b|DXGI_ERROR_DEVICE|VK_ERROR_DEVICE_LOST|context lost|GPUDevice.*lost|external Instance reference no longer exists|unspecified launch failure|fallen off the bus|an illegal memory access was encountered",
                    Outcome.DEVICE_LOST,
                    ErrorCode.DEVICE_LOST,
                    false),
            Rule.of(
                    "CUDA failure 2: out of memory|CUDA out of memory|Cuda Error in allocate: 2|cudaErrorMemoryAllocation|CU(BLAS|DNN)_STATUS_ALLOC_FAILED|HIP out of memory|hipErrorOutOfMemory|HIP_ERROR_OutOfMemory|OUT_OF_DEVICE_MEMORY|ErrorOutOfDeviceMemory|GPUOutOfMemoryError|CL_OUT_OF_RESOURCES|CL_MEM_OBJECT_ALLOCATION_FAILURE|\\[GPU\\] Exceeded max size of memory",
                    Outcome.OUT_OF_MEMORY,
                    ErrorCode.DEVICE_OUT_OF_MEMORY,
                    false),
            Rule.of(
                    "out of memory|OutOfMemoryError|Java heap space|allocation failed|failed to allocate|cannot allocate|could not allocate|bad_alloc|\\bOOM\\b|smaller than requested bytes",
                    Outcome.OUT_OF_MEMORY,
                    ErrorCode.OUT_OF_MEMORY,
                    false),
            Rule.of(
                    "unreachable|memory access out of bounds|out of bounds memory access|RuntimeError: index out of bounds|null function or function signature|table index is out of bounds|indirect call|Aborted\\(|call stack size exceeded",
                    Outcome.CRASHED,
                    ErrorCode.WASM_TRAP,
                    false),
            Rule.of("no available backend found", Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, true),
            Rule.of(
                    "NOT_IMPLEMENTED|not implemented|NotSupportedError|is not a registered function/op|not currently registered|node_provider_type\\.empty\\(\\) was false|No Op registered|Could not find an implementation|unsupported|not supported|device does not support|fallback to CPU EP has been explicitly disabled",
                    Outcome.UNSUPPORTED,
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    true));

    /** What a runner that is gone left behind: a process tells by its end, in the words of its launcher. */
    private static final List<Rule> ENDS = List.of(
            Rule.of(
                    "killed by the kernel for memory|OutOfMemoryError|bad_alloc|Cannot allocate memory|insufficient memory",
                    Outcome.OUT_OF_MEMORY,
                    ErrorCode.OUT_OF_MEMORY,
                    false),
            Rule.of(
                    "exit code \\d+[^|]{0,4}\\b(SIGSEGV|SIGABRT|SIGBUS|SIGILL|SIGFPE|EXCEPTION_[A-Z_]+)\\b",
                    Outcome.CRASHED,
                    ErrorCode.LIBRARY_CRASHED,
                    false),
            Rule.of("exit code \\d+ \\((SIGKILL|SIGTERM)\\)", Outcome.CRASHED, ErrorCode.PROCESS_KILLED, false));

    /** The drivers' own words for libraries and devices that are not there. */
    private static final List<Rule> STOPS = List.of(
            Rule.of(
                    "(counts|lists|offers) (no|none)\\b|no CUDA device|no such device|is not on this machine",
                    Outcome.UNAVAILABLE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    true),
            Rule.of("^\\S+ is not in ", Outcome.UNAVAILABLE, ErrorCode.LIBRARY_MISSING, true));

    /** Where in its own source an engine refused, with the signature of the function: long, and of no use to a reader. */
    private static final Pattern SOURCE_PLACE = Pattern.compile(
            "/(?:\\S*/)?onnxruntime/core/\\S+\\.(?:h|cc):\\d+ \\S+ onnxruntime::[\\w:~]+\\(.*?\\)(?: const)? ");

    private FaultClassifier() {}

    public static Classified classify(Fault fault) {
        if (fault instanceof Fault.TimedOut late) {
            return new Classified(
                    Outcome.TIMED_OUT,
                    Failure.of(
                            ErrorCode.ATTEMPT_TIMED_OUT,
                            "no answer within %d s while in phase '%s'"
                                    .formatted(late.limit().toSeconds(), late.phase())),
                    false);
        }
        if (fault instanceof Fault.Lost lost && lost.isUndelivered()) {
            return new Classified(Outcome.FAILED, Failure.of(ErrorCode.OUTPUT_NOT_DELIVERED, lost.reason()), false);
        }
        if (fault instanceof Fault.Implausible told) {
            return new Classified(Outcome.FAILED, Failure.of(ErrorCode.TIMING_IMPLAUSIBLE, told.reason()), false);
        }
        if (fault instanceof Fault.Lost lost) {
            String message = "the runner was lost in phase '%s': %s".formatted(lost.phase(), lost.reason());
            return first(ENDS, lost.reason())
                    .map(rule -> new Classified(rule.outcome(), Failure.of(rule.code(), message), false))
                    .orElseGet(() ->
                            new Classified(Outcome.CRASHED, Failure.of(ErrorCode.RUNNER_CRASHED, message), false));
        }
        return refused((Fault.Refused) fault);
    }

    private static Classified refused(Fault.Refused refused) {
        String words = refused.name() + ": " + refused.message();
        String message = "in phase '%s': %s".formatted(refused.phase(), oneLine(refused.message()));
        boolean sound = refused.poisoned().isEmpty();
        Optional<Rule> known = first(RULES, words);
        if (known.isPresent()) {
            Rule rule = known.get();
            return new Classified(
                    rule.outcome(),
                    new Failure(rule.code(), message, EngineAdvice.of(rule.code(), refused.message())),
                    rule.sound() && sound);
        }
        return refused.phase().equals("create")
                ? new Classified(Outcome.COMPILE_FAILED, Failure.of(ErrorCode.COMPILE_FAILED, message), sound)
                : new Classified(Outcome.FAILED, Failure.of(ErrorCode.EXECUTION_FAILED, message), sound);
    }

    /** Why a native backend stopped at a tier. Words that nobody knows are not guessed at. */
    public static Failure classify(TierCheck.Failed stop) {
        ErrorCode code = switch (stop.tier()) {
            case COMPILED -> ErrorCode.BACKEND_UNAVAILABLE;
            case LIBRARY, DEVICE, SESSION, PLACED ->
                first(STOPS, stop.reason())
                        .or(() -> first(RULES, stop.reason()))
                        .map(Rule::code)
                        .orElse(ErrorCode.BACKEND_UNAVAILABLE);
        };
        return Failure.of(code, stop.reason(), stop.nextStep());
    }

    /**
     * Why a process that was to serve a backend never joined: what loads libraries is what it does before.
     *
     * @param reason how it ended, in its launcher's words
     */
    public static Failure neverJoined(String reason) {
        return first(ENDS, reason)
                .filter(rule -> rule.code() == ErrorCode.LIBRARY_CRASHED)
                .map(rule -> Failure.of(ErrorCode.PROBE_CRASHED, reason))
                .or(() -> first(ENDS, reason).map(rule -> Failure.of(rule.code(), reason)))
                .orElseGet(() -> Failure.of(ErrorCode.RUNNER_CRASHED, reason));
    }

    private static Optional<Rule> first(List<Rule> rules, String words) {
        return rules.stream()
                .filter(rule -> rule.pattern().matcher(words).find())
                .findFirst();
    }

    private static final int LONGEST = 400;

    private static String oneLine(String text) {
        String flat = SOURCE_PLACE.matcher(text.strip().replaceAll("\\s+", " ")).replaceAll("");
        if (flat.length() <= LONGEST) {
            return flat;
        }
        // Engines begin with where they were and end with what was wrong.
        return flat.substring(0, LONGEST / 2) + " … " + flat.substring(flat.length() - LONGEST / 2);
    }
}
