package dev.bascule.bridge.discovery;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The WebDriver servers that Bascule knows. */
public enum DriverKind {
    CHROMEDRIVER("chromedriver", "CHROMEWEBDRIVER", "ChromeDriver (\\d+(?:\\.\\d+)+)"),
    GECKODRIVER("geckodriver", "GECKOWEBDRIVER", "geckodriver (\\d+(?:\\.\\d+)+)"),
    MSEDGEDRIVER("msedgedriver", "EDGEWEBDRIVER", "(?:Microsoft Edge WebDriver|MSEdgeDriver) (\\d+(?:\\.\\d+)+)"),
    /** It has no {@code --version}. */
    WEBKIT_WEB_DRIVER("WebKitWebDriver", "", ""),
    SAFARIDRIVER("safaridriver", "", "Included with Safari(?: Technology Preview \\(Release)? (\\d+(?:\\.\\d+)*)");

    private final String executable;
    private final String folderVariable;
    private final Optional<Pattern> version;

    DriverKind(String executable, String folderVariable, String version) {
        this.executable = executable;
        this.folderVariable = folderVariable;
        this.version = version.isEmpty() ? Optional.empty() : Optional.of(Pattern.compile("^" + version));
    }

    /** The program's name, without {@code .exe}. */
    public String executable() {
        return executable;
    }

    /** The environment variable that names the file to use, such as {@code BASCULE_CHROMEDRIVER}. */
    public String variable() {
        return "BASCULE_" + name().replace("_", "");
    }

    /** The variable by which images of CI services name the driver's folder; empty where there is no such custom. */
    Optional<String> folderVariable() {
        return Optional.of(folderVariable).filter(name -> !name.isEmpty());
    }

    /** The driver that speaks to a family of browsers; empty where none does. */
    public static Optional<DriverKind> of(BrowserFamily family) {
        return switch (family) {
            case CHROME, CHROMIUM, CHROME_HEADLESS_SHELL -> Optional.of(CHROMEDRIVER);
            case EDGE -> Optional.of(MSEDGEDRIVER);
            case FIREFOX -> Optional.of(GECKODRIVER);
            case WEBKITGTK -> Optional.of(WEBKIT_WEB_DRIVER);
            case SAFARI -> Optional.of(SAFARIDRIVER);
            case WEBKIT -> Optional.empty();
        };
    }

    /** Whether it has {@code --version} at all. */
    boolean tellsVersion() {
        return version.isPresent();
    }

    /** From the output of {@code --version}; for a Technology Preview its release number. */
    Optional<String> parseVersion(String output) {
        return version.flatMap(pattern -> output.lines()
                .map(line -> pattern.matcher(line.strip()))
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .findFirst());
    }
}
