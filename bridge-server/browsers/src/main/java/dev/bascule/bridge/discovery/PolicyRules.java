package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * What policies mean for Bascule. Names and values as in Chromium's policy definitions and in Firefox 153's
 * {@code Policies.sys.mjs}; there is no policy for WebGPU or WebNN themselves. Stateless.
 */
final class PolicyRules {

    private record Rule(String policy, Predicate<JsonNode> applies, String effect) {}

    private static final List<Rule> CHROMIUM = List.of(
            new Rule(
                    "HardwareAccelerationModeEnabled",
                    PolicyRules::isFalse,
                    "turns graphics acceleration off: WebGPU gets no hardware adapter"),
            new Rule("Disable3DAPIs", PolicyRules::isTrue, "turns WebGL off"),
            new Rule("EnableUnsafeSwiftShader", PolicyRules::isFalse, "keeps software WebGL off"),
            new Rule(
                    "RemoteDebuggingAllowed",
                    PolicyRules::isFalse,
                    "forbids remote debugging: neither Playwright nor WebDriver can drive it"),
            new Rule(
                    "DeveloperToolsAvailability",
                    value -> value.asInt() == 2,
                    "forbids developer tools, in newer builds for Playwright and WebDriver too"),
            new Rule("HeadlessMode", value -> value.asInt() == 2, "forbids headless mode: it needs a display"),
            new Rule("DefaultJavaScriptSetting", value -> value.asInt() == 2, "forbids JavaScript: no page can run"),
            new Rule(
                    "DefaultJavaScriptJitSetting",
                    value -> value.asInt() == 2,
                    "turns the JIT off: WebAssembly may be missing"),
            new Rule(
                    "DefaultJavaScriptOptimizerSetting",
                    value -> value.asInt() == 2,
                    "turns V8's optimizers off: timings do not speak for this browser"),
            new Rule(
                    "UserDataDir",
                    value -> !value.asText().isBlank(),
                    "sets the profile: a throw-away one is not taken"));

    private static final List<Rule> FIREFOX = List.of(
            new Rule("HardwareAcceleration", PolicyRules::isFalse, "turns graphics acceleration off and locks it so"),
            new Rule(
                    "DisableDeveloperTools",
                    PolicyRules::isTrue,
                    "turns Marionette and the Remote Agent off in newer builds: no driver can drive it"),
            new Rule("BlockAboutSupport", PolicyRules::isTrue, "blocks about:support: no evidence from it"));

    /** Preferences that matter, and the value that is in the way. */
    private static final Map<String, Boolean> FIREFOX_PREFERENCES = new TreeMap<>(Map.of(
            "dom.webgpu.enabled", false,
            "layers.acceleration.disabled", true,
            "webgl.disabled", true));

    private static final Set<String> LOOPBACK = Set.of("*", "127.0.0.1", "localhost");

    private PolicyRules() {}

    /** The findings in one file or key. */
    static List<PolicyFinding> findings(BrowserEngine engine, String file, JsonNode policies) {
        List<PolicyFinding> findings = new ArrayList<>();
        switch (engine) {
            case CHROMIUM -> {
                apply(CHROMIUM, file, policies, findings);
                blocked(file, "URLBlocklist", policies.path("URLBlocklist"), policies.path("URLAllowlist"), findings);
            }
            case GECKO -> {
                apply(FIREFOX, file, policies, findings);
                preferences(file, policies.path("Preferences"), findings);
                JsonNode filter = policies.path("WebsiteFilter");
                blocked(file, "WebsiteFilter", filter.path("Block"), filter.path("Exceptions"), findings);
            }
            case WEBKIT -> {
                // WebKitGTK has no policies; Safari's do not reach what is measured.
            }
        }
        return List.copyOf(findings);
    }

    private static void apply(List<Rule> rules, String file, JsonNode policies, List<PolicyFinding> findings) {
        for (Rule rule : rules) {
            JsonNode value = policies.path(rule.policy());
            if (!value.isMissingNode() && rule.applies().test(value)) {
                findings.add(new PolicyFinding(file, rule.policy(), value.toString(), rule.effect()));
            }
        }
    }

    /** A plain value locks a preference; in the longer form only the status {@code default} leaves it to the profile. */
    private static void preferences(String file, JsonNode given, List<PolicyFinding> findings) {
        JsonNode preferences = given.isTextual() ? parsed(given.asText()) : given;
        FIREFOX_PREFERENCES.forEach((name, hindering) -> {
            JsonNode preference = preferences.path(name);
            JsonNode value = preference.isObject() ? preference.path("Value") : preference;
            boolean hinders = hindering ? isTrue(value) : isFalse(value);
            if (hinders && !preference.path("Status").asText("locked").equals("default")) {
                findings.add(new PolicyFinding(
                        file, "Preferences: " + name, value.toString(), "cannot be undone by a throw-away profile"));
            }
        });
    }

    /** Windows carries the whole object as one text. */
    private static JsonNode parsed(String text) {
        try {
            return Json.MAPPER.readTree(text.replace("\\0", "\n"));
        } catch (JsonProcessingException e) {
            return Json.MAPPER.missingNode();
        }
    }

    private static void blocked(
            String file, String policy, JsonNode patterns, JsonNode exceptions, List<PolicyFinding> findings) {
        if (StreamSupport.stream(exceptions.spliterator(), false)
                .anyMatch(pattern -> meansLoopback(pattern.asText(), true))) {
            return;
        }
        for (JsonNode pattern : patterns) {
            if (meansLoopback(pattern.asText(), false)) {
                findings.add(new PolicyFinding(
                        file, policy, pattern.toString(), "blocks the bridge's pages at http://127.0.0.1"));
            }
        }
    }

    /** Whether a pattern covers the bridge; an exception must do so for every port, which a pattern with one does not. */
    private static boolean meansLoopback(String pattern, boolean everyPort) {
        String text = pattern.strip().toLowerCase(Locale.ROOT);
        if (text.equals("*") || text.equals("<all_urls>")) {
            return true;
        }
        int scheme = text.indexOf("://");
        if (scheme >= 0 && !Set.of("*", "http").contains(text.substring(0, scheme))) {
            return false;
        }
        String rest = scheme >= 0 ? text.substring(scheme + 3) : text;
        String hostAndPort = rest.split("[/?]", 2)[0].replaceFirst("^\\.", "");
        String[] parts = hostAndPort.split(":", 2);
        boolean anyPort = parts.length == 1 || parts[1].equals("*");
        return LOOPBACK.contains(parts[0]) && (anyPort || !everyPort);
    }

    private static boolean isFalse(JsonNode value) {
        return (value.isBoolean() && !value.asBoolean())
                || (value.isNumber() && value.asInt() == 0)
                || value.asText().equalsIgnoreCase("false");
    }

    private static boolean isTrue(JsonNode value) {
        return (value.isBoolean() && value.asBoolean())
                || (value.isNumber() && value.asInt() == 1)
                || value.asText().equalsIgnoreCase("true");
    }
}
