package dev.bascule.execution.source;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.util.ArrayList;
import java.util.List;

/** That a machine has no browser at all, and what helps there: the build brings one for Linux on x86-64 only. */
final class NoBrowser {
    private NoBrowser() {}

    static Failure failure(String message) {
        return new Failure(
                ErrorCode.NO_BROWSER,
                message,
                remedies(
                        System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""),
                        SystemPackages.ofThisMachine()));
    }

    static BasculeException exception(String message) {
        Failure failure = failure(message);
        return new BasculeException(
                failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
    }

    /** @param platform the system's name and architecture as Java has them */
    static List<String> remedies(String platform, SystemPackages system) {
        List<String> remedies = new ArrayList<>(ErrorCode.NO_BROWSER.remedies());
        if (!platform.equals("Linux amd64")) {
            remedies.remove(0);
        }
        remedies.add(
                platform.equals("Linux amd64") ? 1 : 0,
                system.command(Software.CHROMIUM)
                        .or(() -> system.command(Software.CHROME))
                        .orElseGet(() -> system.remedy(Software.CHROME)));
        return List.copyOf(remedies);
    }
}
