package dev.bascule.fallback.process;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a child process ended.
 *
 * @param cause as far as its exit code, the JVM's own report and the control group tell
 * @param words one sentence
 */
public record ProcessEnd(Cause cause, String words) {

    /** What ended a process. */
    public enum Cause {
        /** Native code in it broke: a signal of the processor's, or an abort. */
        CRASHED,
        /** The kernel took it, for memory. */
        KILLED_FOR_MEMORY,
        /** Somebody killed it. */
        KILLED,
        /** It left by itself, or nobody knows. */
        OTHER
    }

    private static final int SIGKILL = 9;
    private static final Set<String> KILLS = Set.of("SIGKILL", "SIGTERM");
    private static final Set<String> FAULTS = Set.of("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE");
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");
    /** What a JVM prints when native code kills it, the signal and the frame. */
    private static final Pattern FATAL = Pattern.compile("#\\s+(SIG[A-Z]+|EXCEPTION_[A-Z_]+) \\(0x[0-9a-f]+\\) at pc=");

    private static final Pattern FRAME = Pattern.compile("#\\s+[CVJjv]\\s+(\\[.+\\].*)");

    /**
     * Reads it from what is left.
     *
     * @param exitCode as Java gives it: 128 + signal where a signal ended it
     * @param lines the last that it printed
     */
    public static ProcessEnd of(int exitCode, List<String> lines) {
        return of(exitCode, lines, false);
    }

    /** @param forMemory whether the kernel killed a process of this control group for memory meanwhile */
    public static ProcessEnd of(int exitCode, List<String> lines, boolean forMemory) {
        String ended = "its process ended with exit code " + exitCode;
        Optional<String> crash = crash(lines);
        if (crash.isPresent()) {
            return new ProcessEnd(Cause.CRASHED, ended + ": " + crash.get());
        }
        Optional<String> signal = signal(exitCode);
        String signalled = ended + signal.map(name -> " (" + name + ')').orElse("");
        if (forMemory && exitCode - 128 == SIGKILL) {
            return new ProcessEnd(
                    Cause.KILLED_FOR_MEMORY,
                    signalled + ": killed by the kernel for memory, as its control group counts");
        }
        String last = String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        return new ProcessEnd(
                signal.map(ProcessEnd::cause).orElse(Cause.OTHER),
                lines.isEmpty() ? signalled : signalled + ": " + last);
    }

    private static Cause cause(String signal) {
        return FAULTS.contains(signal) ? Cause.CRASHED : KILLS.contains(signal) ? Cause.KILLED : Cause.OTHER;
    }

    private static Optional<String> signal(int exitCode) {
        return Optional.ofNullable(SIGNALS.get(exitCode - 128));
    }

    /** Reads the JVM's own report of a crash in native code. */
    private static Optional<String> crash(List<String> lines) {
        Optional<String> signal = first(FATAL, lines);
        Optional<String> frame = first(FRAME, lines);
        return signal.map(name -> name + frame.map(where -> " in " + where).orElse(""));
    }

    private static Optional<String> first(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .findFirst();
    }
}
