package dev.bascule.bridge.page;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.List;
import java.util.Optional;

/** Makes one sentence and a remedy out of the pages of text that a failed launch prints. Stateless. */
public final class LaunchComplaint {
    private static final int LONGEST = 300;

    private LaunchComplaint() {}

    public static Failure explain(BrowserInstallation browser, String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        Optional<String> library = first(lines, "error while loading shared libraries");
        if (library.isPresent()) {
            return failure(
                    browser,
                    library.get(),
                    "install the library named, or run `ldd %s` for all that are missing"
                            .formatted(browser.executable()));
        }
        Optional<String> sandbox = first(lines, "No usable sandbox");
        if (sandbox.isPresent()) {
            return failure(
                    browser,
                    sandbox.get(),
                    "allow unprivileged user namespaces for this browser (sysctl kernel.apparmor_restrict_unprivileged_userns=0), "
                            + "or use a browser from the system's packages");
        }
        Optional<String> fatal = first(lines, ":FATAL:").or(() -> first(lines, ":ERROR:"));
        return failure(browser, fatal.orElseGet(() -> firstWords(text)));
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
