package dev.bascule.bridge.attach;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a browser says of itself. Chromium's user agents hold zeros for all but the major version, and Safari's an old
 * system: what {@code navigator.userAgentData} told counts more. Immutable.
 *
 * @param browser for people: {@code Chrome}, {@code Safari on iOS}
 * @param version as far as it is told; {@code 0} where nothing was recognised
 * @param system the operating system: {@code Android 15}
 */
public record UserAgent(String browser, String version, String system) {

    /** In order: browsers name those that they are like after themselves, so the most particular comes first. */
    private static final List<Rule> BROWSERS = List.of(
            Rule.of("EdgiOS/([\\d.]+)", "Edge on iOS"),
            Rule.of("EdgA?/([\\d.]+)", "Microsoft Edge"),
            Rule.of("SamsungBrowser/([\\d.]+)", "Samsung Internet"),
            Rule.of("(?:OPR|OPX|OPT)/([\\d.]+)", "Opera"),
            Rule.of("Vivaldi/([\\d.]+)", "Vivaldi"),
            Rule.of("YaBrowser/([\\d.]+)", "Yandex Browser"),
            Rule.of("DuckDuckGo/([\\d.]+)", "DuckDuckGo"),
            Rule.of("FxiOS/([\\d.]+)", "Firefox on iOS"),
            Rule.of("CriOS/([\\d.]+)", "Chrome on iOS"),
            Rule.of("Firefox/([\\d.]+)", "Firefox"),
            Rule.of("HeadlessChrome/([\\d.]+)", "Headless Chrome"),
            Rule.of("; wv\\).*Chrome/([\\d.]+)", "Android WebView"),
            Rule.of("(?:Chrome|Chromium)/([\\d.]+)", "Chrome"),
            Rule.of("(?:iPhone|iPad|iPod).*Version/([\\d.]+)", "Safari on iOS"),
            Rule.of("Macintosh.*Version/([\\d.]+).*Safari/", "Safari"),
            Rule.of("Linux.*Version/([\\d.]+).*Safari/", "WebKitGTK"));

    private static final List<Rule> SYSTEMS = List.of(
            new Rule(
                    Pattern.compile("(?:iPhone|iPad|iPod).*? OS (\\d+)_(\\d+)"),
                    m -> "iOS " + m.group(1) + "." + m.group(2)),
            new Rule(Pattern.compile("Android (\\d+(?:\\.\\d+)*)"), m -> "Android " + m.group(1)),
            Rule.named("Android", "Android"),
            Rule.named("CrOS", "ChromeOS"),
            Rule.named("Windows NT", "Windows"),
            Rule.named("Macintosh", "macOS"),
            Rule.named("Linux|X11", "Linux"));

    /** Brands that are no browser's own. */
    private static final Pattern NO_BRAND = Pattern.compile("(?i).*not.*brand.*");

    private static final Map<String, String> BRANDS = Map.of(
            "Google Chrome", "Chrome",
            "Microsoft Edge", "Microsoft Edge",
            "HeadlessChrome", "Headless Chrome",
            "Samsung Internet", "Samsung Internet",
            "Opera", "Opera",
            "Brave", "Brave");

    private record Rule(Pattern pattern, Function<MatchResult, String> text) {
        static Rule of(String regex, String name) {
            return new Rule(Pattern.compile(regex), match -> name + "\n" + match.group(1));
        }

        static Rule named(String regex, String name) {
            return new Rule(Pattern.compile(regex), match -> name);
        }

        Optional<String> apply(String userAgent) {
            return pattern.matcher(userAgent).results().findFirst().map(text);
        }
    }

    /**
     * @param facts of the attach message: {@code userAgent}, {@code platform}, and where there is userAgentData
     *     {@code brands} ({@code "Chromium 153.0.1, Google Chrome 153.0.1"}), {@code platformVersion}, {@code model}
     */
    static UserAgent of(Map<String, String> facts) {
        String userAgent = facts.getOrDefault("userAgent", "");
        String[] read = first(BROWSERS, userAgent).orElse("Unknown browser\n0").split("\n", 2);
        Optional<Brand> brand = Optional.ofNullable(facts.get("brands")).flatMap(UserAgent::brand);
        String browser = brand.map(Brand::name).orElse(read[0]);
        String version = brand.map(
                        told -> told.version().length() > withoutZeros(read[1]).length() ? told.version() : read[1])
                .orElse(read[1]);
        return new UserAgent(browser, version, system(userAgent, facts));
    }

    /** {@code 153.0.0.0} is what is left of a version that the user agent keeps to itself. */
    private static String withoutZeros(String version) {
        return version.replaceAll("(\\.0)+$", "");
    }

    private static String system(String userAgent, Map<String, String> facts) {
        String read = first(SYSTEMS, userAgent)
                .or(() -> Optional.ofNullable(facts.get("platform")).map(text -> DeviceIdentity.printable(text, 40)))
                .filter(text -> !text.isBlank())
                .orElse("an unknown system");
        return Optional.ofNullable(facts.get("model"))
                .map(model -> DeviceIdentity.printable(model, 40))
                .filter(model -> !model.isEmpty())
                .map(model -> model + ", " + read)
                .orElse(read);
    }

    private static Optional<String> first(List<Rule> rules, String userAgent) {
        return rules.stream().flatMap(rule -> rule.apply(userAgent).stream()).findFirst();
    }

    private record Brand(String name, String version) {}

    /** The browser's own among its brands; Chromium itself where it says no other. */
    private static Optional<Brand> brand(String brands) {
        Optional<Brand> chromium = Optional.empty();
        for (String each : brands.split(",\\s*")) {
            int blank = each.lastIndexOf(' ');
            if (blank < 1
                    || !each.substring(blank + 1).matches("\\d+(\\.\\d+)*")
                    || NO_BRAND.matcher(each).matches()) {
                continue;
            }
            Brand brand = new Brand(DeviceIdentity.printable(each.substring(0, blank), 40), each.substring(blank + 1));
            if (BRANDS.containsKey(brand.name)) {
                return Optional.of(new Brand(BRANDS.getOrDefault(brand.name, brand.name), brand.version));
            }
            if (brand.name.equals("Chromium")) {
                chromium = Optional.of(brand);
            }
        }
        return chromium;
    }
}
