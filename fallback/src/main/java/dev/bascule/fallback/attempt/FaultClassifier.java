package dev.bascule.fallback.attempt;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Fault;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the engines' own error messages: what kind of failure it was, and whether the page or process is still sound.
 * One place for all runners; the patterns are kept to what engines were seen to say. Stateless and thread-safe.
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
                    "backend is not available|not available on this machine|execution provider is not supported in this build",
                    Outcome.UNAVAILABLE,
                    ErrorCode.BACKEND_UNAVAILABLE,
                    true),
            Rule.of(
                    "\\bdevice\\b[^.]{0,40}\\blost\\b|DXGI_ERROR_DEVICE|VK_ERROR_DEVICE_LOST|context lost|GPUDevice.*lost|external Instance reference no longer exists",
                    Outcome.DEVICE_LOST,
                    ErrorCode.DEVICE_LOST,
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
                    "NOT_IMPLEMENTED|not implemented|NotSupportedError|is not a registered function/op|not currently registered|node_provider_type\\.empty\\(\\) was false|No Op registered|Could not find an implementation|unsupported|not supported|fallback to CPU EP has been explicitly disabled",
                    Outcome.UNSUPPORTED,
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    true));

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
        if (fault instanceof Fault.Lost lost) {
            return new Classified(
                    Outcome.CRASHED,
                    Failure.of(
                            ErrorCode.RUNNER_CRASHED,
                            "the runner was lost in phase '%s': %s".formatted(lost.phase(), lost.reason())),
                    false);
        }
        return refused((Fault.Refused) fault);
    }

    private static Classified refused(Fault.Refused refused) {
        String words = refused.name() + ": " + refused.message();
        String message = "in phase '%s': %s".formatted(refused.phase(), oneLine(refused.message()));
        boolean sound = refused.poisoned().isEmpty();
        for (Rule rule : RULES) {
            if (rule.pattern().matcher(words).find()) {
                return new Classified(rule.outcome(), Failure.of(rule.code(), message), rule.sound() && sound);
            }
        }
        return refused.phase().equals("create")
                ? new Classified(Outcome.COMPILE_FAILED, Failure.of(ErrorCode.COMPILE_FAILED, message), sound)
                : new Classified(Outcome.FAILED, Failure.of(ErrorCode.EXECUTION_FAILED, message), sound);
    }

    private static String oneLine(String text) {
        String flat = text.strip().replaceAll("\\s+", " ");
        return flat.length() <= 400 ? flat : flat.substring(0, 400) + "…";
    }
}
