package dev.bascule.bridge.page;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** One sentence and a remedy out of the pages of text that a failed launch prints. Stateless. */
public final class LaunchErrorSummary {
    private static final int LONGEST = 300;

    private LaunchErrorSummary() {}

    /**
     * What a browser prints when it cannot start, and what helps.
     *
     * @param says a part of the line, one of these
     * @param remedy with the executable for each {@code %s}
     */
    private record Known(List<String> says, String remedy) {}

    private static final List<Known> KNOWN = List.of(
            new Known(
                    List.of("error while loading shared libraries"),
                    "install the library named, or run `ldd %s` for all that are missing"),
            new Known(
                    List.of("No usable sandbox"),
                    "allow unprivileged user namespaces for this browser (sysctl"
                            + " kernel.apparmor_restrict_unprivileged_userns=0), or use a browser from the system's"
                            + " packages"),
            new Known(
                    List.of("Running as root without --no-sandbox", "as root in a regular user's session"),
                    "run Bascule as the user whom $HOME belongs to"),
            new Known(
                    List.of("no DISPLAY environment variable", "Missing X server or $DISPLAY", "cannot open display"),
                    "give it a display, a virtual one will do: %s, and run `xvfb-run -a` with the same command"
                            .formatted(SystemPackages.ofThisMachine().remedy(Software.XVFB))),
            new Known(
                    List.of("No space left on device"),
                    "free some space where profiles are made, or name another folder:"
                            + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"),
            new Known(
                    List.of("Failed To Create Data Directory", "cannot read and write to its data directory"),
                    "name a folder that %s may write to: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR"),
            new Known(
                    List.of("Failed to create a ProcessSingleton", "profile appears to be in use"),
                    "close the browser that runs on this profile, then try again"),
            new Known(List.of("error=13, "), "make it executable: chmod +x %s"),
            new Known(List.of("error=8, ", "Exec format error"), "install the browser for this processor: `file %s`"));

    /** Lines with a word of alarm that browsers print when all is well, or when they are killed. */
    private static final List<String> NOISE = List.of("dbus/", "zygote_communication", "zygote_linux", "[GFX1-]");

    public static Failure explain(BrowserInstallation browser, String text) {
        List<String> lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && NOISE.stream().noneMatch(line::contains))
                .toList();
        for (Known known : KNOWN) {
            Optional<String> said = known.says().stream()
                    .flatMap(part -> first(lines, part).stream())
                    .findFirst();
            if (said.isPresent()) {
                return failure(
                        browser,
                        said.get(),
                        known.remedy().replace("%s", browser.executable().toString()));
            }
        }
        Optional<String> fatal = first(lines, ":FATAL:").or(() -> first(lines, ":ERROR:"));
        return failure(browser, fatal.orElseGet(() -> firstWords(text)));
    }

    /** What an exception says, or one behind it; an interrupt says nothing of its own. */
    public static String words(Throwable thrown) {
        List<Throwable> all = new ArrayList<>();
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            all.add(each);
        }
        if (all.stream()
                .anyMatch(each -> each instanceof InterruptedException || each instanceof CancellationException)) {
            return "it was interrupted while it started";
        }
        return all.stream()
                .flatMap(each -> Optional.ofNullable(each.getMessage()).stream())
                .filter(message -> !message.isBlank())
                .findFirst()
                .orElseGet(() -> all.get(all.size() - 1).getClass().getSimpleName());
    }

    /** Playwright's own first words, without the frame that its client puts around them. */
    public static String firstWords(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> line.replaceFirst("^message='", ""))
                .filter(line -> !line.equals("Error {") && !line.startsWith("Error {"))
                .findFirst()
                .orElse("no reason was given");
    }

    private static Optional<String> first(List<String> lines, String part) {
        return lines.stream().filter(line -> line.contains(part)).findFirst();
    }

    private static Failure failure(BrowserInstallation browser, String why, String... remedies) {
        String reason = why.length() > LONGEST ? why.substring(0, LONGEST) + "..." : why;
        return Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "%s did not start: %s".formatted(browser, reason), remedies);
    }
}
