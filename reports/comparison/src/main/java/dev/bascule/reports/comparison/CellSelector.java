package dev.bascule.reports.comparison;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which cells of the history make a side: {@code backend=webnn,browser=chrome}, {@code engine-version=1.29.0;last=10},
 * {@code browser}, {@code native}, {@code 20261122-0437}, {@code latest~1}, {@code run.json}. Terms are divided by commas or
 * semicolons, and all of them must hold. Immutable.
 *
 * @param name the text
 * @param run the one run that it names, if it does
 * @param terms what cells must be like
 */
public record CellSelector(String name, Optional<RunReference> run, List<Term> terms) {
    /** Words that stand for terms. */
    private static final String BROWSER = "browser";

    private static final String NATIVE = "native";

    public CellSelector {
        terms = List.copyOf(terms);
    }

    /** A run as a user names it. */
    public sealed interface RunReference {}

    /** The newest run but so many; 0 is the newest. */
    public record Latest(int before) implements RunReference {}

    /** The run of this id, or the only one whose id begins so. */
    public record Id(String idOrPrefix) implements RunReference {}

    /** A {@code run.json}. */
    public record File(String path) implements RunReference {}

    /** What a cell can be chosen by. */
    public enum Key {
        SIDE(Dimension.BROWSER, Dimension.ENGINE, Dimension.BACKEND, Dimension.DEVICE),
        BACKEND(Dimension.BROWSER, Dimension.ENGINE, Dimension.BACKEND, Dimension.DEVICE),
        BROWSER(Dimension.BROWSER),
        BROWSER_VERSION(),
        ENGINE(Dimension.ENGINE),
        ENGINE_VERSION(),
        DEVICE(Dimension.DEVICE),
        MACHINE(Dimension.MACHINE),
        MODEL(),
        SUITE(),
        SINCE(),
        UNTIL(),
        LAST();

        private final Set<Dimension> about;

        Key(Dimension... about) {
            this.about = about.length == 0 ? Set.of() : EnumSet.copyOf(Arrays.asList(about));
        }

        /** The word for it: {@code engine-version}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** One condition. */
    public record Term(Key key, String value) {}

    /**
     * Reads a selector.
     *
     * @throws BasculeException USAGE_ERROR, with what can be said
     */
    public static CellSelector parse(String text) {
        List<Term> terms = new ArrayList<>();
        Optional<RunReference> run = Optional.empty();
        for (String part : text.split("[,;]", -1)) {
            String word = part.strip();
            int equals = word.indexOf('=');
            if (word.isEmpty()) {
                throw usage("'%s' has an empty part".formatted(text));
            } else if (word.equals(BROWSER)) {
                terms.add(new Term(Key.SIDE, BROWSER));
            } else if (word.equals(NATIVE)) {
                terms.add(new Term(Key.BACKEND, "cpu"));
            } else if (equals > 0 && !isPath(word)) {
                terms.add(term(word.substring(0, equals), word.substring(equals + 1)));
            } else if (run.isPresent()) {
                throw usage("'%s' names two runs".formatted(text));
            } else {
                run = Optional.of(reference(word));
            }
        }
        return new CellSelector(text, run, terms);
    }

    private static boolean isPath(String word) {
        return word.endsWith(".json") || word.contains("/");
    }

    private static RunReference reference(String word) {
        if (isPath(word)) {
            return new File(word);
        }
        if (word.equals("latest")) {
            return new Latest(0);
        }
        if (word.matches("latest~[0-9]{1,6}")) {
            return new Latest(Integer.parseInt(word.substring("latest~".length())));
        }
        if (word.matches(".+\\.[A-Za-z][A-Za-z0-9]*")) {
            throw noRunDocument(word);
        }
        if (!word.matches("[0-9][0-9a-f-]*")) {
            throw usage("'%s' is no run, file or selector".formatted(word));
        }
        return new Id(word);
    }

    private static Term term(String key, String value) {
        Key known = Arrays.stream(Key.values())
                .filter(each -> each.word().equals(key.strip()))
                .findFirst()
                .orElseThrow(() -> usage("cells cannot be chosen by '%s'".formatted(key)));
        Term term = new Term(known, value.strip());
        if (value.isBlank()) {
            throw usage("'%s=' has no value".formatted(key));
        }
        boolean fine = switch (known) {
            case SINCE, UNTIL -> instant(term.value()).isPresent();
            case LAST -> term.value().matches("[1-9][0-9]{0,5}");
            case SIDE -> term.value().equals(BROWSER) || term.value().equals(NATIVE);
            case BACKEND, BROWSER, BROWSER_VERSION, ENGINE, ENGINE_VERSION, DEVICE, MACHINE, MODEL, SUITE -> true;
        };
        if (!fine) {
            throw usage("'%s=%s': %s"
                    .formatted(
                            key,
                            value,
                            known == Key.LAST
                                    ? "a number of runs is wanted"
                                    : known == Key.SIDE
                                            ? "browser or native is wanted"
                                            : "a day or instant is wanted"));
        }
        return term;
    }

    private static BasculeException noRunDocument(String file) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "'%s' is no run.json: of files, a run is read from the JSON that `bascule run` or `bascule conformance` wrote"
                        .formatted(file),
                "name a run.json: it is in the folder of the run's reports, or where --reporter json=PATH put it",
                "for a run of another history: --store FILE, and the run's id or latest");
    }

    private static BasculeException usage(String message) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                message,
                "name a run (an id or how it begins, latest, latest~1, a run.json), browser, native, or terms such as"
                        + " backend=webnn, browser=firefox, side=native, engine-version=1.29.0, browser-version=153,"
                        + " machine=abcd, model=resnet, since=2026-11-01, until=…, last=10, divided by commas");
    }

    /** The dimensions that are compared when these two sides are: what one of them asks for and the other does not likewise. */
    public static Set<Dimension> about(CellSelector one, CellSelector other) {
        Set<Dimension> about = EnumSet.noneOf(Dimension.class);
        one.terms.stream().filter(term -> !other.terms.contains(term)).forEach(term -> about.addAll(term.key().about));
        other.terms.stream().filter(term -> !one.terms.contains(term)).forEach(term -> about.addAll(term.key().about));
        if (onlyBackends(one) && onlyBackends(other)) {
            // Two backends of one browser: that they be of the same browser is what makes it fair.
            about.remove(Dimension.BROWSER);
            about.remove(Dimension.ENGINE);
        }
        return about;
    }

    private static boolean onlyBackends(CellSelector selector) {
        return selector.terms.stream()
                .anyMatch(term -> term.key() == Key.BACKEND
                        && List.of("webgpu", "webnn", "wasm").contains(term.value()));
    }

    /** Whether it asks for the native side alone. */
    public boolean isNative() {
        return terms.stream()
                .anyMatch(term -> term.key() == Key.SIDE && term.value().equals(NATIVE)
                        || term.key() == Key.BACKEND && term.value().equals("cpu"));
    }

    /** Whether it asks for browsers alone. */
    public boolean isBrowser() {
        return terms.stream()
                .anyMatch(term -> term.key() == Key.SIDE && term.value().equals(BROWSER)
                        || term.key() == Key.BROWSER
                        || onlyBackends(this));
    }

    /** The same of one suite, by the name that the user gave. */
    public CellSelector ofSuite(String suite) {
        List<Term> more = new ArrayList<>(terms);
        more.add(new Term(Key.SUITE, suite));
        return new CellSelector(name, run, more);
    }

    /** Runs that began earlier need not be looked at. */
    public Optional<Instant> since() {
        return value(Key.SINCE).flatMap(CellSelector::instant);
    }

    /** Runs that began then or later are not looked at. */
    public Optional<Instant> until() {
        return value(Key.UNTIL).flatMap(CellSelector::instant);
    }

    /** How many of the newest runs with such cells are taken. */
    public Optional<Integer> last() {
        return value(Key.LAST).map(Integer::valueOf);
    }

    public Optional<String> suite() {
        return value(Key.SUITE);
    }

    private Optional<String> value(Key key) {
        return terms.stream().filter(term -> term.key() == key).map(Term::value).findFirst();
    }

    /** Whether a cell is one of these; which run it must be of, and how many, is not looked at. */
    public boolean matches(CaseResult cell) {
        return terms.stream().allMatch(term -> matches(cell, term));
    }

    /** Whether a cell is of just the model that it names, and not of one whose name has that in it. */
    public boolean namesModelOf(CaseResult cell) {
        List<String> wanted = models();
        return !wanted.isEmpty() && wanted.stream().allMatch(cell.run().model().name()::equalsIgnoreCase);
    }

    /** Models that it asks for, each by its name or a part of it. */
    public List<String> models() {
        return terms.stream()
                .filter(term -> term.key() == Key.MODEL)
                .map(Term::value)
                .toList();
    }

    private static boolean matches(CaseResult cell, Term term) {
        Target target = cell.run().attempts().get(0).target();
        String value = term.value();
        return switch (term.key()) {
            case SIDE -> target.backend().side().name().equalsIgnoreCase(value);
            case BACKEND -> cell.run().chain().toString().equals(value.replace("->", "→"));
            case BROWSER ->
                target.browser().filter(browser -> named(browser, value)).isPresent();
            case BROWSER_VERSION ->
                target.browser()
                        .filter(browser -> version(browser.version(), value))
                        .isPresent();
            case ENGINE -> target.engine().name().equalsIgnoreCase(value);
            case ENGINE_VERSION -> version(target.engine().version(), value);
            case DEVICE -> target.deviceType().name().equalsIgnoreCase(value);
            case MACHINE -> cell.machine().fingerprint().startsWith(value.toLowerCase(Locale.ROOT));
            case MODEL -> cell.run().model().name().toLowerCase(Locale.ROOT).contains(value.toLowerCase(Locale.ROOT));
            case SUITE -> cell.run().caseId().suite().equals(value);
            case SINCE ->
                instant(value).filter(from -> !cell.startedAt().isBefore(from)).isPresent();
            case UNTIL ->
                instant(value).filter(to -> cell.startedAt().isBefore(to)).isPresent();
            case LAST -> true;
        };
    }

    /** {@code firefox} is any Firefox; a longer name is only what has all its words: {@code chrome-headless-shell}. */
    private static boolean named(Browser browser, String wanted) {
        String name = browser.name().toLowerCase(Locale.ROOT);
        return Arrays.stream(wanted.toLowerCase(Locale.ROOT).split("[- _]+")).allMatch(name::contains);
    }

    /** {@code 153} is any 153.x. */
    private static boolean version(String version, String wanted) {
        return version.equals(wanted) || version.startsWith(wanted + ".");
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(
                    text.length() <= 10
                            ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                            : Instant.parse(text));
        } catch (DateTimeParseException noTime) {
            return Optional.empty();
        }
    }
}
