package dev.bascule.scheduling.job;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.scheduling.job.Words.Kind;
import dev.bascule.scheduling.job.Words.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads a requirement by recursive descent: {@code or} binds least, then {@code and}, then {@code not}. Used once, by one thread.
 */
final class RequirementParser {
    static final List<String> WORDS =
            List.of("backend", "browser", "version", "vram", "memory", "processors", "os", "arch", "label");

    private static final Pattern BROWSER_WORD =
            Pattern.compile("(chrome|chromium|edge|firefox|safari|webkit|opera|brave)[a-z0-9._-]*");
    /** What nests deeper was written by no person, and would end the thread's stack. */
    private static final int MOST_DEEP = 50;

    private static final int MOST_LONG = 4000;

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int depth;

    RequirementParser(String text) {
        if (text.length() > MOST_LONG) {
            throw Words.unreadable("a requirement has at most %d characters".formatted(MOST_LONG));
        }
        this.text = text;
        this.tokens = Words.of(text);
    }

    /** Whether {@code ID>=140} alone is read as a browser's version. */
    static boolean isBrowserWord(String id) {
        return BROWSER_WORD.matcher(id).matches();
    }

    Requirement read() {
        if (next().kind() == Kind.END) {
            return new Requirement.Anything();
        }
        Requirement requirement = any();
        if (next().kind() != Kind.END) {
            throw wrong("expected 'and', 'or' or the end");
        }
        return requirement;
    }

    private Requirement any() {
        if (++depth > MOST_DEEP) {
            throw wrong("parentheses and 'not' nest at most %d deep; expected fewer".formatted(MOST_DEEP));
        }
        List<Requirement> parts = new ArrayList<>(List.of(all()));
        while (isWord("or")) {
            at++;
            parts.add(all());
        }
        depth--;
        return Requirement.any(parts);
    }

    private Requirement all() {
        List<Requirement> parts = new ArrayList<>();
        List<VersionBound> versions = new ArrayList<>();
        while (true) {
            if (isWord("version")) {
                versions.add(version());
            } else {
                parts.add(not());
            }
            if (!isWord("and")) {
                return Requirement.all(withVersions(parts, versions));
            }
            at++;
        }
    }

    private Requirement not() {
        if (!isWord("not")) {
            return factor();
        }
        if (++depth > MOST_DEEP) {
            throw wrong("parentheses and 'not' nest at most %d deep; expected fewer".formatted(MOST_DEEP));
        }
        at++;
        Requirement part = not();
        depth--;
        return new Requirement.Not(part);
    }

    private Requirement factor() {
        if (next().kind() == Kind.PARENTHESIS && next().text().equals("(")) {
            at++;
            Requirement inner = any();
            if (!next().text().equals(")")) {
                throw wrong("expected ')'");
            }
            at++;
            return inner;
        }
        if (isWord("anything")) {
            at++;
            return new Requirement.Anything();
        }
        return comparison();
    }

    private Requirement comparison() {
        Token word = take(Kind.WORD, "expected one of %s".formatted(String.join(", ", WORDS)));
        String name = word.text().toLowerCase(Locale.ROOT);
        if (!WORDS.contains(name) && !isBrowserWord(name)) {
            throw Words.unreadable("nothing is known as '%s' at character %d of '%s'%s"
                    .formatted(word.text(), word.at(), text, Nearest.hint(name, WORDS)));
        }
        if (name.equals("version")) {
            throw Words.unreadable("version at character %d of '%s' needs a browser beside it: %s"
                    .formatted(word.at(), text, "browser=chrome and version>=140, or chrome>=140"));
        }
        Token sign = take(Kind.SIGN, "expected one of =, !=, >=, <=, >, < after '%s'".formatted(word.text()));
        if (sign.text().equals("!=")) {
            return new Requirement.Not(compared(name, Relation.EQUAL, sign));
        }
        return compared(name, relation(sign), sign);
    }

    private Requirement compared(String name, Relation relation, Token sign) {
        Optional<Amount> amount = Amount.of(name);
        if (amount.isPresent()) {
            return figure(amount.orElseThrow(), relation);
        }
        if (isBrowserWord(name)) {
            return new Requirement.BrowserVersion(name, relation, versionNumber(name));
        }
        if (relation != Relation.EQUAL) {
            throw Words.unreadable("%s at character %d of '%s' is no figure: it can be = or != something, not %s"
                    .formatted(name, sign.at(), text, sign.text()));
        }
        String value = value(name);
        return switch (name) {
            case "backend" -> new Requirement.Backend(backend(value));
            case "browser" -> new Requirement.Browser(value.toLowerCase(Locale.ROOT));
            case "label" -> new Requirement.Named(Trait.LABEL, value);
            default -> new Requirement.Named(Trait.of(name).orElseThrow(), value.toLowerCase(Locale.ROOT));
        };
    }

    /** One that is nearly a known one is a slip; a wholly unknown one may come from a plugin of the worker's. */
    private String backend(String value) {
        String id = value.toLowerCase(Locale.ROOT);
        List<String> known =
                Backends.installed().all().stream().map(Backend::id).toList();
        if (!known.contains(id) && Nearest.to(id, known).isPresent()) {
            throw Words.unreadable("there is no backend '%s'%s".formatted(value, Nearest.hint(id, known)));
        }
        return id;
    }

    private Requirement figure(Amount amount, Relation relation) {
        Token number = next();
        String value = value(amount.word());
        if (!amount.isBytes()) {
            if (!value.matches("\\d{1,9}")) {
                throw wrongValue(number, amount.word(), "a whole number, such as 8");
            }
            return new Requirement.Figure(amount, relation, Long.parseLong(value));
        }
        // A unit may stand apart, as people write it.
        boolean apart = value.matches("[\\d.]+")
                && next().kind() == Kind.WORD
                && Bytes.parse(value + next().text()).isPresent();
        OptionalLong bytes = Bytes.parse(apart ? value + next().text() : value);
        if (bytes.isEmpty()) {
            throw wrongValue(number, amount.word(), "a size with its unit, such as 16GB or 512MiB");
        }
        at += apart ? 1 : 0;
        return new Requirement.Figure(amount, relation, bytes.getAsLong());
    }

    /** {@code version>=140} beside {@code browser=chrome}. */
    private record VersionBound(Relation relation, Version bound, boolean not, int at) {}

    private VersionBound version() {
        int begin = next().at();
        at++;
        Token sign = take(Kind.SIGN, "expected one of =, !=, >=, <=, >, < after 'version'");
        boolean not = sign.text().equals("!=");
        Relation relation = not ? Relation.EQUAL : relation(sign);
        return new VersionBound(relation, versionNumber("version"), not, begin);
    }

    private List<Requirement> withVersions(List<Requirement> parts, List<VersionBound> versions) {
        if (versions.isEmpty()) {
            return parts;
        }
        List<Requirement.Browser> browsers = parts.stream()
                .filter(Requirement.Browser.class::isInstance)
                .map(Requirement.Browser.class::cast)
                .distinct()
                .toList();
        if (browsers.size() != 1) {
            throw Words.unreadable("version at character %d of '%s' needs one browser beside it: %s"
                    .formatted(versions.get(0).at(), text, "browser=chrome and version>=140, or chrome>=140"));
        }
        Requirement.Browser browser = browsers.get(0);
        List<Requirement> all = new ArrayList<>();
        for (Requirement part : parts) {
            if (!part.equals(browser)) {
                all.add(part);
                continue;
            }
            // A version that is asked for implies the browser; one that is not wanted does not.
            if (versions.stream().allMatch(VersionBound::not)) {
                all.add(browser);
            }
            versions.forEach(each -> {
                Requirement bound = new Requirement.BrowserVersion(browser.id(), each.relation(), each.bound());
                all.add(each.not() ? new Requirement.Not(bound) : bound);
            });
        }
        return all;
    }

    private Version versionNumber(String name) {
        Token number = next();
        String value = value(name);
        if (!value.matches("\\d{1,9}(\\.\\d{1,9}){0,7}")) {
            throw wrongValue(number, name, "a version, such as 140 or 143.0.7499");
        }
        return Version.parse(value).orElseThrow();
    }

    private Relation relation(Token sign) {
        return Relation.of(sign.text().equals("==") ? "=" : sign.text()).orElseThrow();
    }

    private String value(String name) {
        Token value = next();
        if ((value.kind() != Kind.WORD && value.kind() != Kind.QUOTED)
                || value.text().isBlank()) {
            throw wrong("expected what '%s' is to be".formatted(name));
        }
        at++;
        return value.text();
    }

    private Token take(Kind kind, String expected) {
        if (next().kind() != kind) {
            throw wrong(expected);
        }
        return tokens.get(at++);
    }

    private Token next() {
        return tokens.get(at);
    }

    private boolean isWord(String word) {
        return next().kind() == Kind.WORD && next().text().equalsIgnoreCase(word);
    }

    private BasculeException wrongValue(Token value, String name, String expected) {
        return Words.unreadable("'%s' at character %d of '%s' is nothing that %s can be: give %s"
                .formatted(value.text(), value.at(), text, name, expected));
    }

    private BasculeException wrong(String expected) {
        Token read = next();
        return Words.unreadable("%s, but read %s at character %d of '%s'"
                .formatted(expected, read.kind() == Kind.END ? "the end" : "'" + read.text() + "'", read.at(), text));
    }
}
