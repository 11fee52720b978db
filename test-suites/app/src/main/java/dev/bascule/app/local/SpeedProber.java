package dev.bascule.app.local;

import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.VersionPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures the case of a bisection in a pair beside the good end; the good end, too, beside itself. Belongs to one thread. */
final class SpeedProber implements VersionProber {
    private final BesideMeasurement beside;
    private final PairRuns pairs;
    private final VersionPair good;
    private final ProbeReading reading;
    private final RunTurn turn;
    private final Map<VersionPair, String> repeats = new LinkedHashMap<>();
    private final Map<VersionPair, List<Ratio>> ratios = new LinkedHashMap<>();
    private Optional<Machine> machine = Optional.empty();

    SpeedProber(BesideMeasurement beside, PairRuns pairs, VersionPair good, ProbeReading reading, RunTurn turn) {
        this.beside = beside;
        this.pairs = pairs;
        this.good = good;
        this.reading = reading;
        this.turn = turn;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        return PairRuns.guarded(
                () -> pairs.missing(good).or(() -> pairs.missing(pair)).orElseGet(() -> measure(pair)));
    }

    private ProbeState measure(VersionPair pair) {
        BesideMeasurement.Measured measured =
                beside.measure(pairs.of(pair), pairs.of(good), pairs.request().backend(), turn);
        machine = Optional.of(measured.machine());
        repeats.put(pair, measured.run().reproduce());
        List<Ratio> before = ratios.computeIfAbsent(pair, any -> new ArrayList<>());
        ProbeState state = reading.of(measured.run(), before);
        measured.run().decisive().comparison().ifPresent(comparison -> before.add(comparison.ratio()));
        return state;
    }

    @Override
    public Optional<Machine> machine() {
        return machine;
    }

    @Override
    public Map<VersionPair, String> repeats() {
        return repeats;
    }
}
