package dev.bascule.studies.bisect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Versions of which it is known which ones fail, and how often. */
final class ScriptedProber implements Prober {
    final List<VersionPair> asked = new ArrayList<>();
    private final Predicate<VersionPair> bad;
    private Predicate<VersionPair> absent = pair -> false;
    private Predicate<VersionPair> lies = pair -> false;
    private double shows = 1;
    private double noise = 0;
    private Random random = new Random(1);

    ScriptedProber(Predicate<VersionPair> bad) {
        this.bad = bad;
    }

    static ScriptedProber engine(Predicate<Integer> bad) {
        return new ScriptedProber(pair -> bad.test(number(pair.engine())));
    }

    ScriptedProber without(Predicate<Integer> versions) {
        absent = pair -> versions.test(number(pair.engine()));
        return this;
    }

    ScriptedProber lyingAt(Predicate<Integer> versions) {
        lies = pair -> versions.test(number(pair.engine()));
        return this;
    }

    /** A bad version fails in this share of runs. */
    ScriptedProber showing(double share, long seed) {
        shows = share;
        random = new Random(seed);
        return this;
    }

    /** This share of runs comes out the other way round. */
    ScriptedProber turned(double share, long seed) {
        noise = share;
        random = new Random(seed);
        return this;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        asked.add(pair);
        if (absent.test(pair)) {
            return new ProbeState.CannotSay("the backend is not there yet");
        }
        Seen seen = Seen.of("")
                .telling(
                        Optional.of(lies.test(pair) ? "0.9.9" : pair.engine()),
                        Optional.of(pair.browser() + ".0.7000.5"));
        boolean fails = bad.test(pair) && random.nextDouble() < shows;
        boolean told = fails != random.nextDouble() < noise;
        return told ? new ProbeState.Bad(seen) : new ProbeState.Good(seen);
    }

    long versions() {
        return asked.stream().distinct().count();
    }

    static int number(String version) {
        return Integer.parseInt(version.substring(version.indexOf('.') + 1, version.lastIndexOf('.')));
    }

    static String version(int number) {
        return "1.%d.0".formatted(number);
    }

    static VersionLine line(Axis axis, int count, int from, int to) {
        return new VersionLine(
                axis,
                IntStream.range(0, count)
                        .mapToObj(n -> axis == Axis.ENGINE ? version(n) : Integer.toString(100 + n))
                        .toList(),
                axis == Axis.ENGINE ? version(from) : Integer.toString(100 + from),
                axis == Axis.ENGINE ? version(to) : Integer.toString(100 + to));
    }
}
