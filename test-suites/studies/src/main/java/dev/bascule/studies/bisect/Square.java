package dev.bascule.studies.bisect;

import dev.bascule.studies.bisect.AxisFinding.Edge;
import dev.bascule.studies.bisect.AxisFinding.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The old and the new engine in the old and the new browser. Immutable.
 *
 * @param oldest old engine, old browser
 * @param newest new engine, new browser
 * @param states of those that are known
 */
record Square(VersionPair oldest, VersionPair newest, Map<VersionPair, VersionState> states) {

    static VersionPair newEngine(VersionPair oldest, VersionPair newest) {
        return new VersionPair(newest.engine(), oldest.browser());
    }

    static VersionPair newBrowser(VersionPair oldest, VersionPair newest) {
        return new VersionPair(oldest.engine(), newest.browser());
    }

    private List<VersionPair> corners() {
        return List.of(oldest, newEngine(oldest, newest), newBrowser(oldest, newest), newest);
    }

    private boolean differ(VersionPair one, VersionPair other) {
        return state(one).differsFrom(state(other));
    }

    private VersionState state(VersionPair pair) {
        return Optional.ofNullable(states.get(pair)).orElse(new VersionState.CannotSay("not run"));
    }

    /** Whether all that are known are alike. */
    boolean isUniform() {
        return corners().stream().allMatch(one -> corners().stream().noneMatch(other -> differ(one, other)));
    }

    AxisFinding finding() {
        VersionPair engine = newEngine(oldest, newest);
        VersionPair browser = newBrowser(oldest, newest);
        Optional<VersionPair> silent =
                corners().stream().filter(corner -> !state(corner).isKnown()).findFirst();
        if (silent.isPresent()) {
            return new AxisFinding(
                    Kind.UNKNOWN,
                    "which axis it is cannot be said: nothing is known of " + silent.get(),
                    edges().limit(1).toList());
        }
        boolean engineMatters = differ(oldest, engine) && differ(browser, newest);
        boolean browserMatters = differ(oldest, browser) && differ(engine, newest);
        if (engineMatters && !browserMatters) {
            return new AxisFinding(
                    Kind.ENGINE, "it is the engine: the same in both browsers", List.of(new Edge(Axis.ENGINE, newest)));
        }
        if (browserMatters && !engineMatters) {
            return new AxisFinding(
                    Kind.BROWSER,
                    "it is the browser: the same with both engines",
                    List.of(new Edge(Axis.BROWSER, newest)));
        }
        Optional<VersionPair> odd = corners().stream()
                .filter(one ->
                        corners().stream().filter(other -> differ(one, other)).count() == 3)
                .findFirst();
        return odd.map(this::oddOne)
                .orElseGet(() -> new AxisFinding(
                        Kind.INTERACTION,
                        "interaction: old with old and new with new are %s, mixed ones are %s"
                                .formatted(state(oldest).word(), state(engine).word()),
                        edges().limit(2).toList()));
    }

    private AxisFinding oddOne(VersionPair odd) {
        String sentence = "interaction: only the %s engine in the %s browser is %s"
                .formatted(
                        odd.engine().equals(newest.engine()) ? "new" : "old",
                        odd.browser().equals(newest.browser()) ? "new" : "old",
                        state(odd).word());
        return new AxisFinding(
                Kind.INTERACTION, sentence, List.of(new Edge(Axis.ENGINE, odd), new Edge(Axis.BROWSER, odd)));
    }

    /** Those whose ends differ. */
    private Stream<Edge> edges() {
        VersionPair engine = newEngine(oldest, newest);
        VersionPair browser = newBrowser(oldest, newest);
        return Stream.of(
                        differ(browser, newest) ? Optional.of(new Edge(Axis.ENGINE, newest)) : Optional.<Edge>empty(),
                        differ(engine, newest) ? Optional.of(new Edge(Axis.BROWSER, newest)) : Optional.<Edge>empty(),
                        differ(oldest, engine) ? Optional.of(new Edge(Axis.ENGINE, oldest)) : Optional.<Edge>empty(),
                        differ(oldest, browser) ? Optional.of(new Edge(Axis.BROWSER, oldest)) : Optional.<Edge>empty())
                .flatMap(Optional::stream);
    }
}
