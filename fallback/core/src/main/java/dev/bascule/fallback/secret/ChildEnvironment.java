package dev.bascule.fallback.secret;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What child processes inherit of this process's environment: all but its secrets, told by their names and values. Drivers and
 * engines are set up by variables that nobody could list, so this names what stays here instead of what goes along. Stateless.
 */
public final class ChildEnvironment {
    /** Parts of a name, between {@code _} and the like. */
    private static final Set<String> WORDS = Set.of(
            "APIKEY",
            "AUTH",
            "BEARER",
            "CREDENTIAL",
            "CREDENTIALS",
            "CREDS",
            "JWT",
            "KEY",
            "KEYS",
            "PASS",
            "PASSPHRASE",
            "PASSWD",
            "PAT",
            "PWD");

    private static final Pattern WORD_ENDS = Pattern.compile(".*(TOKENS?|SECRETS?|PASSWORDS?|APIKEYS?)");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Z0-9]+");
    /** A cloud's or a CI's own, most of which are secrets or lead to one. */
    private static final Pattern FAMILIES = Pattern.compile("(ACTIONS|AWS|AZURE)_.*");
    /** How hosts of code, models and packages, and one cloud, begin theirs. */
    private static final Pattern MARKED = Pattern.compile("(hf_|gh[a-z]_|github_pat_|glpat-|npm_|pypi-|AKIA).{16,}");

    private static final Pattern PASSWORD_IN_ADDRESS = Pattern.compile("[a-z][a-z0-9+.-]*://[^/@\\s]*:[^/@\\s]+@");
    /** The way to the registries, by which package managers are told who asks. */
    private static final Pattern OF_PACKAGE_MANAGERS =
            Pattern.compile("(PIP|NPM|MAVEN|MVN)_.*|NODE_AUTH_TOKEN|(.*_)?(HTTPS?|ALL)_PROXY|NPM_CONFIG_.*");

    private ChildEnvironment() {}

    /** For any child: without secrets. */
    public static Map<String, String> of(Map<String, String> environment) {
        return kept(environment, (name, value) -> !isSecret(name, value));
    }

    /** For pip, npm and Maven: they keep what is named as theirs, and their proxy. */
    static Map<String, String> ofPackageManagers(Map<String, String> environment) {
        return kept(
                environment,
                (name, value) -> OF_PACKAGE_MANAGERS.matcher(upper(name)).matches() || !isSecret(name, value));
    }

    /** The secrets' names without their values, for a library that adds to what its child inherits and takes nothing away. */
    public static Map<String, String> blanks(Map<String, String> environment) {
        Map<String, String> blanks = kept(environment, ChildEnvironment::isSecret);
        blanks.replaceAll((name, value) -> "");
        return blanks;
    }

    static boolean isSecret(String name, String value) {
        String upper = upper(name);
        return !upper.equals("PWD")
                && (FAMILIES.matcher(upper).matches()
                        || Stream.of(BETWEEN_WORDS.split(upper))
                                .anyMatch(word -> WORDS.contains(word)
                                        || WORD_ENDS.matcher(word).matches())
                        || MARKED.matcher(value).matches()
                        || PASSWORD_IN_ADDRESS.matcher(value).find());
    }

    private static Map<String, String> kept(Map<String, String> environment, BiPredicate<String, String> which) {
        Map<String, String> kept = new HashMap<>(environment);
        kept.entrySet().removeIf(entry -> !which.test(entry.getKey(), entry.getValue()));
        return kept;
    }

    private static String upper(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
