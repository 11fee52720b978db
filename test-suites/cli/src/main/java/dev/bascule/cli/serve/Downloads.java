package dev.bascule.cli.serve;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which models of the hub whoever is signed in to the dashboard may have this machine fetch. Immutable.
 *
 * @param patterns {@code *} for any, {@code org/*}, or {@code org/repo}
 */
record Downloads(List<String> patterns) {
    static final Downloads NONE = new Downloads(List.of());

    private static final String ANY = "*";
    private static final Pattern FORM = Pattern.compile("[\\w.-]+/([\\w.-]+|\\*)");
    private static final Pattern REPOSITORY = Pattern.compile("hf:([\\w.-]+/[\\w.-]+)(?:[@/].*)?");

    Downloads {
        patterns = List.copyOf(patterns);
        for (String pattern : patterns) {
            if (!pattern.equals(ANY) && !FORM.matcher(pattern).matches()) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "--allow-downloads is '*', ORG/* or ORG/REPO, but is '%s'".formatted(pattern));
            }
        }
    }

    /**
     * The word, if it may be fetched.
     *
     * @param word such as {@code hf:org/repo}
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_NOT_ALLOWED}
     */
    String allowed(String word) {
        Matcher repository = REPOSITORY.matcher(word);
        if (repository.matches() && patterns.stream().anyMatch(pattern -> covers(pattern, repository.group(1)))) {
            return word;
        }
        throw new BasculeException(
                ErrorCode.DOWNLOAD_NOT_ALLOWED,
                "this server fetches %s: '%s' is not among it"
                        .formatted(patterns.isEmpty() ? "no model from the hub" : "only " + patterns, word),
                "start it with `bascule serve --allow-downloads %s`, or '*' for every model"
                        .formatted(repository.matches() ? repository.group(1) : "ORG/REPO"),
                "fetch the file once, and offer it with --models");
    }

    private static boolean covers(String pattern, String repository) {
        return pattern.equals(ANY)
                || (pattern.endsWith("/*")
                        ? repository.startsWith(pattern.substring(0, pattern.length() - 1))
                        : repository.equals(pattern));
    }
}
