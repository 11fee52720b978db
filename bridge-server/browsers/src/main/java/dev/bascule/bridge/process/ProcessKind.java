package dev.bascule.bridge.process;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells what a browser's process is for from its command line, in the words that its engine has for it. Stateless. */
public final class ProcessKind {
    /** The process that a user starts, whatever the engine. */
    public static final String BROWSER = "browser";

    private static final Pattern CHROMIUM = Pattern.compile("(?:^| )--type=([\\w-]+)");
    /** {@code --utility-sub-type=network.mojom.NetworkService}: the last word tells. */
    private static final Pattern UTILITY = Pattern.compile("--utility-sub-type=(?:[\\w-]+\\.)*+([\\w-]+)");
    /** Of Firefox's children the last argument tells, on some systems with the number of the launcher behind it. */
    private static final Pattern GECKO = Pattern.compile(" -contentproc .* ([a-z]+)(?: \\d+)?\\s*$");
    /** {@code WebKitWebProcess 7 35}; {@code WPEWebProcess}, which Playwright's has; {@code com.apple.WebKit.WebContent}. */
    private static final Pattern WEBKIT = Pattern.compile(
            "(?:WebKit|WPE|com\\.apple\\.WebKit\\.)(WebProcess|WebContent|NetworkProcess|Networking|GPUProcess|GPU)\\b");

    private static final Map<String, String> WEBKIT_ON_MACOS =
            Map.of("WebContent", "WebProcess", "Networking", "NetworkProcess", "GPU", "GPUProcess");

    /** What launchers start beside a browser, and what starts and guards one: none of the browser's own use. */
    private static final List<String> NOT_THE_BROWSER = List.of(
            "chromedriver",
            "msedgedriver",
            "geckodriver",
            "safaridriver",
            "webkitwebdriver",
            "node",
            "java",
            "xvfb",
            "xvfb-run",
            "sh",
            "bash",
            "bwrap",
            "xdg-dbus-proxy",
            "dbus-daemon",
            "dbus-launch",
            "cat",
            "crashhelper",
            "chrome_crashpad_handler");

    private ProcessKind() {}

    /** Empty for a driver, a wrapper or a crash handler. */
    public static Optional<String> of(String commandLine) {
        Matcher chromium = CHROMIUM.matcher(commandLine);
        if (chromium.find()) {
            String type = chromium.group(1);
            Matcher utility = UTILITY.matcher(commandLine);
            return type.equals("crashpad-handler")
                    ? Optional.empty()
                    : Optional.of(type.equals("utility") && utility.find() ? "utility:" + utility.group(1) : type);
        }
        Matcher gecko = GECKO.matcher(commandLine);
        if (gecko.find()) {
            return Optional.of(gecko.group(1));
        }
        String program = program(commandLine);
        Matcher webkit = WEBKIT.matcher(program);
        if (webkit.find()) {
            return Optional.of(WEBKIT_ON_MACOS.getOrDefault(webkit.group(1), webkit.group(1)));
        }
        return program.isEmpty() || NOT_THE_BROWSER.contains(program.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of(BROWSER);
    }

    /** The file name of the program, up to the first blank in its path. */
    private static String program(String commandLine) {
        String path = commandLine.replace("\"", "").strip().split(" ", 2)[0];
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        return name.endsWith(".exe") ? name.substring(0, name.length() - ".exe".length()) : name;
    }
}
