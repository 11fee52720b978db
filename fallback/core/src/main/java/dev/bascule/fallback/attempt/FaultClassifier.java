package dev.bascule.fallback.attempt;

import dev.bascule.fallback.driver.OwnRefusal;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.RunnerEnd;
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
                    "version `[A-Z]+_[0-9.]+' not found|undefined symbol: |cannot locate symbol \"|requested API version \\[\\d+\\] is not available|invalid ELF header|wrong ELF class|incompatible architecture|no kernel image is available|cudaErrorNoKernelImageForDevice|LoadLibrary failed with error 127",
                    Outcome.UNAVAILABLE,
                    ErrorCode.LIBRARY_MISMATCH,
                    true),
            Rule.of(
                    "cannot open shared object file|LoadLibrary failed with error 126|Unable to load library '|Library not loaded:|in java\\.library\\.path",
                    Outcome.UNAVAILABLE,
                    ErrorCode.LIBRARY_MISSING,
                    true),
            Rule.of(
                    "driver version is insufficient|cudaErrorInsufficientDriver|hipErrorInsufficientDriver",
                    Outcome.UNAVAILABLE,
                    ErrorCode.DRIVER_TOO_OLD,
                    true),
            Rule.of(
                    "no (CUDA|ROCm)-capable device|invalid device ordinal|(cuda|hip)ErrorNoDevice|name is not registered in the OpenVINO Runtime|Device ID not found|No GPU device was found|CL_DEVICE_NOT_FOUND",
                    Outcome.UNAVAILABLE,
                    ErrorCode.DEVICE_NOT_FOUND,
                    true),
            Rule.of(
                    "Current official support for domain \\S* ?is till opset|Unsupported model IR version",
                    Outcome.UNSUPPORTED,
                    ErrorCode.OPSET_UNSUPPORTED,
                    true),
            Rule.of(
                    "execution provider is not supported in this build",
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

    /** What an engine, or the JVM, said last before its process ended for want of memory. */
    private static final Pattern LAST_WORDS = Pattern.compile(
            "OutOfMemoryError|bad_alloc|Cannot allocate memory|insufficient memory", Pattern.CASE_INSENSITIVE);

    /** Where in its own source an engine refused, with the signature of the function: long, and of no use to a reader. */
    private static final Pattern SOURCE_PLACE = Pattern.compile(
            "/(?:\\S*/)?onnxruntime/core/\\S+\\.(?:h|cc):\\d+ \\S+ onnxruntime::[\\w:~]+\\(.*?\\)(?: const)? ");

    private FaultClassifier() {}

    public static Classified classify(Fault fault) {
        return fault.fold(
                FaultClassifier::refused,
                FaultClassifier::timedOut,
                FaultClassifier::lost,
                FaultClassifier::implausible);
    }

    private static Classified timedOut(Fault.TimedOut late) {
        String message = "no answer within %d s while in phase '%s'"
                .formatted(late.limit().toSeconds(), late.phase());
        return new Classified(Outcome.TIMED_OUT, Failure.of(ErrorCode.ATTEMPT_TIMED_OUT, message), false);
    }

    private static Classified implausible(Fault.Implausible told) {
        return new Classified(Outcome.FAILED, Failure.of(ErrorCode.TIMING_IMPLAUSIBLE, told.reason()), false);
    }

    private static Classified lost(Fault.Lost lost) {
        if (lost.end().code() == ErrorCode.OUTPUT_NOT_DELIVERED) {
            return new Classified(Outcome.FAILED, Failure.of(ErrorCode.OUTPUT_NOT_DELIVERED, lost.reason()), false);
        }
        ErrorCode code = cause(lost.end());
        String message = "the runner was lost in phase '%s': %s".formatted(lost.phase(), lost.reason());
        return new Classified(
                code == ErrorCode.OUT_OF_MEMORY ? Outcome.OUT_OF_MEMORY : Outcome.CRASHED,
                Failure.of(code, message),
                false);
    }

    /** Want of memory, where the last words tell of it, is what the signal that ended the process came from. */
    private static ErrorCode cause(RunnerEnd end) {
        return LAST_WORDS.matcher(end.reason()).find() ? ErrorCode.OUT_OF_MEMORY : end.code();
    }

    private static Classified refused(Fault.Refused refused) {
        String words = refused.name() + ": " + refused.message();
        String message = "in phase '%s': %s".formatted(refused.phase(), oneLine(refused.message()));
        boolean sound = refused.poisoned().isEmpty();
        Optional<OwnRefusal> own = OwnRefusal.named(refused.name());
        if (own.isPresent()) {
            return new Classified(
                    own.get() == OwnRefusal.UNSUPPORTED_OPTION ? Outcome.UNSUPPORTED : Outcome.UNAVAILABLE,
                    Failure.of(own.get().code(), message),
                    sound);
        }
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
        return Failure.of(stop.code().orElseGet(() -> told(stop)), stop.reason(), stop.nextStep());
    }

    private static ErrorCode told(TierCheck.Failed stop) {
        return switch (stop.tier()) {
            case COMPILED -> ErrorCode.BACKEND_UNAVAILABLE;
            case LIBRARY, DEVICE, SESSION, PLACED ->
                first(RULES, stop.reason()).map(Rule::code).orElse(ErrorCode.BACKEND_UNAVAILABLE);
        };
    }

    /** Why a process that was to serve a backend never joined: what loads libraries is what it does before. */
    public static Failure neverJoined(RunnerEnd end) {
        ErrorCode code = cause(end);
        return Failure.of(code == ErrorCode.LIBRARY_CRASHED ? ErrorCode.PROBE_CRASHED : code, end.reason());
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
