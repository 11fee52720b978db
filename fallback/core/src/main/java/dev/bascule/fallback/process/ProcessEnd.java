package dev.bascule.fallback.process;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells how a child process ended. Stateless. */
public final class ProcessEnd {
    private static final int SIGKILL = 9;
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");
    /** What a JVM prints when native code kills it, the signal and the frame. */
    private static final Pattern FATAL = Pattern.compile("#\\s+(SIG[A-Z]+|EXCEPTION_[A-Z_]+) \\(0x[0-9a-f]+\\) at pc=");

    private static final Pattern FRAME = Pattern.compile("#\\s+[CVJjv]\\s+(\\[.+\\].*)");

    private ProcessEnd() {}

    /**
     * One sentence.
     *
     * @param exitCode as Java gives it: 128 + signal where a signal ended it
     * @param lines the last that it printed
     */
    public static String describe(int exitCode, List<String> lines) {
        return describe(exitCode, lines, false);
    }

    /** @param forMemory whether the kernel killed a process of this control group for memory meanwhile */
    public static String describe(int exitCode, List<String> lines, boolean forMemory) {
        StringBuilder words = new StringBuilder("its process ended with exit code ").append(exitCode);
        Optional<String> crash = crash(lines);
        if (crash.isPresent()) {
            return words.append(": ").append(crash.get()).toString();
        }
        signal(exitCode).ifPresent(name -> words.append(" (").append(name).append(')'));
        if (forMemory && exitCode - 128 == SIGKILL) {
            return words.append(": killed by the kernel for memory, as its control group counts")
                    .toString();
        }
        if (!lines.isEmpty()) {
            words.append(": ").append(String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size())));
        }
        return words.toString();
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
