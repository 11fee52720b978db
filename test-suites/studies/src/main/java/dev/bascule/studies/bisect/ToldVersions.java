package dev.bascule.studies.bisect;

import java.util.Optional;

/** Believes of a run only what ran in the versions that were asked for, by what engine and browser tell of themselves. */
public final class ToldVersions implements Prober {
    private final Prober runs;

    public ToldVersions(Prober runs) {
        this.runs = runs;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        ProbeState state = runs.probe(pair);
        Optional<Seen> seen = state instanceof ProbeState.Good good
                ? Optional.of(good.seen())
                : state instanceof ProbeState.Bad bad
                        ? Optional.of(bad.seen())
                        : state instanceof ProbeState.Unclear unclear ? Optional.of(unclear.seen()) : Optional.empty();
        return seen.flatMap(what -> lie(pair, what))
                .<ProbeState>map(ProbeState.CannotSay::new)
                .orElse(state);
    }

    private static Optional<String> lie(VersionPair pair, Seen seen) {
        Optional<String> engine = seen.engine()
                .filter(told -> !told.equals(pair.engine()))
                .map(told -> "the package says %s and the engine %s".formatted(pair.engine(), told));
        // A package of a browser is named after its major version; the rest counts the package.
        return engine.or(() -> seen.browser()
                .filter(told -> VersionPair.isVersion(pair.browser()))
                .filter(told -> !major(told).equals(major(pair.browser())))
                .map(told -> "the package says %s and the browser %s".formatted(pair.browser(), told)));
    }

    private static String major(String version) {
        int dot = version.indexOf('.');
        return dot < 0 ? version : version.substring(0, dot);
    }
}
