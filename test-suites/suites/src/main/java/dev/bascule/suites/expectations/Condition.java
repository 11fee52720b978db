package dev.bascule.suites.expectations;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.text.Glob;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where an expectation applies; whatever is not said is anywhere. Immutable.
 *
 * @param backend id of a backend, or a glob
 * @param browser with versions; nothing on the native side has one
 * @param engine with versions
 * @param os how the machine's operating system begins, whatever the case of letters
 * @param lifetime in which versions of engine or browser; nothing that has neither is bound by it
 */
record Condition(
        Optional<Glob> backend,
        Optional<VersionedName> browser,
        Optional<VersionedName> engine,
        Optional<Glob> os,
        Lifetime lifetime) {
    static final Condition ANYWHERE =
            new Condition(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Lifetime.ALWAYS);

    /** The target itself on this kind of machine, in its browser from this release on: one that does better will be
     * noticed. */
    static Condition of(Target target, Machine machine) {
        return new Condition(
                Optional.of(Glob.of(target.backend().id())),
                target.browser()
                        .map(browser -> new VersionedName(
                                Glob.ignoringCase(slug(browser.name())), VersionRange.from(browser.version()))),
                Optional.of(VersionedName.of(target.engine().name())),
                Optional.of(Glob.ignoringCase(slug(machine.os().split("[ \\d]", 2)[0]))),
                Lifetime.ALWAYS);
    }

    private static String slug(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    }

    boolean holds(Target target, Machine machine) {
        Backend on = target.backend();
        return backend.map(glob -> glob.matches(on.id())).orElse(true)
                && browser.map(named ->
                                target.browser().map(one -> matches(named, one)).orElse(false))
                        .orElse(true)
                && engine.map(named -> named.matches(
                                target.engine().name(), target.engine().version()))
                        .orElse(true)
                && os.map(glob -> glob.begins(machine.os())).orElse(true)
                && lifetime.holds(target);
    }

    private static boolean matches(VersionedName named, Browser browser) {
        return named.matches(browser.name(), browser.version());
    }

    /** Backend and browser as a file has them: {@code 'backend: webnn', 'browser: chrome-headless-shell'}. */
    String here() {
        return Stream.of(
                        backend.map(one -> "'backend: %s'".formatted(one.text())),
                        browser.map(one -> "'browser: %s'".formatted(one.name().text())))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    /** For people: {@code webnn, chrome* >=153, linux}; {@code anywhere}. */
    @Override
    public String toString() {
        String all = Stream.of(
                        backend.map(Glob::text),
                        browser.map(VersionedName::toString),
                        engine.map(VersionedName::toString),
                        os.map(Glob::text),
                        Optional.of(lifetime.toString()).filter(text -> !text.isEmpty()))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? "anywhere" : all;
    }
}
