package dev.bascule.cli.output;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What stands at the other end of stdout and stderr.
 *
 * @param out whether stdout is a terminal
 * @param err whether stderr is one
 * @param width columns
 */
public record Terminal(boolean out, boolean err, int width) {
    private static final int STANDARD_WIDTH = 100;

    /** Of this process. A terminal that cannot move its cursor counts as none, and so does one of a CI service. */
    public static Terminal ofProcess(Map<String, String> environment) {
        boolean able = !environment.containsKey("CI") && !"dumb".equals(environment.get("TERM"));
        return new Terminal(able && isTerminal(1), able && isTerminal(2), width(environment));
    }

    /** Java only tells whether stdin and stdout both are terminals; Linux tells of each, and a shell does elsewhere. */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        if (Files.exists(Path.of("/proc/self/fd"))) {
            try {
                String target = Files.readSymbolicLink(link).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            } catch (IOException | UnsupportedOperationException closedOrOther) {
                return false;
            }
        }
        return byShell(descriptor).orElseGet(() -> isTerminal(System.console()));
    }

    /** By a shell with this process's own streams; empty where there is none. */
    static Optional<Boolean> byShell(int descriptor) {
        try {
            Process shell = ChildProcesses.of("/bin/sh", "-c", "test -t " + descriptor)
                    .inheritIO()
                    .start();
            return Optional.of(shell.waitFor() == 0);
        } catch (IOException noShell) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** From JDK 22 on there always is a console, which tells whether it is a terminal; before, there is one if it is. */
    @SuppressWarnings("SystemConsoleNull")
    private static boolean isTerminal(@Nullable Console console) {
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException olderJdk) {
            return true;
        } catch (ReflectiveOperationException refused) {
            return false;
        }
    }

    private static int width(Map<String, String> environment) {
        return number(environment.get("COLUMNS")).or(Terminal::askTerminal).orElse(STANDARD_WIDTH);
    }

    private static Optional<Integer> askTerminal() {
        if (!Files.exists(Path.of("/dev/tty")) || !(isTerminal(1) || isTerminal(2))) {
            return Optional.empty();
        }
        try {
            Process process = ChildProcesses.of("stty", "size")
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] rowsAndColumns = new String(
                            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            return rowsAndColumns.length == 2 ? number(rowsAndColumns[1]) : Optional.empty();
        } catch (IOException noStty) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> number(@Nullable String text) {
        return Optional.ofNullable(text)
                .filter(digits -> digits.matches("[1-9]\\d{1,3}"))
                .map(Integer::parseInt);
    }
}
