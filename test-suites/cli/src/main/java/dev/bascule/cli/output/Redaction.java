package dev.bascule.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a text what names a person, an account or a machine: folders that not every machine has, user and host names, addresses, tokens,
 * passwords. Errs on the side of taking too much. Immutable.
 *
 * @param user the account's name; blank where it is not known
 * @param hosts the machine's names
 * @param home the account's folder
 */
public record Redaction(String user, Set<String> hosts, String home) {
    private static final Set<String> NO_ONE = Set.of("", "root", "user", "runner");
    /** Hosts that document engines, and this machine itself. */
    private static final String OPEN_HOSTS =
            "localhost|127\\.0\\.0\\.1|\\[::1\\]|github\\.com|onnxruntime\\.ai|docs\\.openvino\\.ai|huggingface\\.co";

    private record Rule(Pattern pattern, String replacement) {
        static Rule of(String regex, String replacement) {
            return new Rule(Pattern.compile(regex), replacement);
        }
    }

    /** Folders that every machine of a kind has, and those that engines were built in: they name nobody. */
    private static final String OPEN_FOLDERS =
            "(?!(?:usr|opt|lib(?:32|64)?|etc|proc|sys|dev|s?bin|snap|nix|run|var/lib|System"
                    + "|Library|Applications|Windows|Program Files[^/\\\\]*)[/\\\\]|[^\\s'\"]*[/\\\\](?:onnxruntime|openvino)[/\\\\](?:core|src)[/\\\\])";

    private static final List<Rule> RULES = List.of(
            Rule.of("(?i)(?:[a-z]:)?[/\\\\](?:home|users)[/\\\\][^/\\\\\\s:;,\"'|)]+", "~"),
            Rule.of(
                    "(['\"])(?:[A-Za-z]:)?[/\\\\]" + OPEN_FOLDERS + "(?:[^'\"/\\\\]+[/\\\\])+([^'\"/\\\\]*)\\1",
                    "$1<folder>/$2$1"),
            Rule.of(
                    "(?<![\\w~>:/.\\\\-])(?:[A-Za-z]:)?[/\\\\]" + OPEN_FOLDERS + "(?:[^/\\\\\\s:;,\"'|)<>]+[/\\\\])+",
                    "<folder>/"),
            Rule.of("\\b(?:hf_|gh[pousr]_|github_pat_|glpat-|sk-|xox[abps]-|AKIA)[A-Za-z0-9_-]{8,}", "<token>"),
            Rule.of("\\beyJ[A-Za-z0-9_-]{5,}\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*", "<token>"),
            Rule.of("(?i)\\bbearer\\s+\\S+", "Bearer <token>"),
            Rule.of(
                    "(?i)([a-z_.-]*(?:token|password|passwd|secret|api[_.-]?key|authorization)[a-z_.-]*[\"']?\\s*[=:]\\s*)[^\\s,;&\"'<][^\\s,;&\"']*",
                    "$1<removed>"),
            Rule.of("://[^/\\s@]+@", "://<removed>@"),
            Rule.of("\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}", "<address>"),
            Rule.of("(?i)\\b(hostname\\s*=\\s*)[^\\s;,]+", "$1<host>"),
            Rule.of(
                    "://(?!(?:<removed>@)?(?:" + OPEN_HOSTS + ")(?:[:/]|$))(<removed>@)?[A-Za-z0-9][^/\\s:\"')]*",
                    "://<host>"));

    public Redaction {
        hosts = Set.copyOf(hosts);
    }

    public String clean(String text) {
        String cleaned = text;
        if (home.length() > 1) {
            cleaned = cleaned.replace(home, "~").replace(home.replace('\\', '/'), "~");
        }
        for (Rule rule : RULES) {
            cleaned = rule.pattern().matcher(cleaned).replaceAll(rule.replacement());
        }
        for (String host : longestFirst()) {
            cleaned = word(cleaned, host, "<host>");
        }
        return NO_ONE.contains(user) ? cleaned : word(cleaned, user, "<user>");
    }

    private List<String> longestFirst() {
        return hosts.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static String word(String text, String name, String replacement) {
        return name.length() < 2 || name.equals("localhost")
                ? text
                : Pattern.compile("(?i)(?<![A-Za-z0-9])" + Pattern.quote(name) + "(?![A-Za-z0-9])")
                        .matcher(text)
                        .replaceAll(Matcher.quoteReplacement(replacement));
    }

    /** Every text in a document, values and keys. */
    public JsonNode clean(JsonNode node) {
        if (node.isTextual()) {
            return TextNode.valueOf(clean(node.asText()));
        }
        if (node.isArray()) {
            ArrayNode cleaned = Json.MAPPER.createArrayNode();
            node.forEach(item -> cleaned.add(clean(item)));
            return cleaned;
        }
        if (node.isObject()) {
            ObjectNode cleaned = Json.MAPPER.createObjectNode();
            List<String> names = new ArrayList<>();
            node.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> cleaned.set(clean(name), clean(node.get(name))));
            return cleaned;
        }
        return node;
    }
}
