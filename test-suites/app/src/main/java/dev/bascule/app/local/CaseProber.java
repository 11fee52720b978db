package dev.bascule.app.local;

import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunService;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.VersionPair;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Runs the case of a bisection in a pair as `run` does, each time in a browser of its own. Belongs to one thread. */
final class CaseProber implements VersionProber {
    private final RunService runs;
    private final PairRuns pairs;
    private final ProbeReading reading;
    private final RunTurn turn;
    private final Map<VersionPair, String> repeats = new LinkedHashMap<>();
    private Optional<Machine> machine = Optional.empty();

    CaseProber(RunService runs, PairRuns pairs, ProbeReading reading, RunTurn turn) {
        this.runs = runs;
        this.pairs = pairs;
        this.reading = reading;
        this.turn = turn;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        return PairRuns.guarded(() -> pairs.missing(pair).orElseGet(() -> run(pair)));
    }

    private ProbeState run(VersionPair pair) {
        RunRecord record = runs.run(pairs.of(pair), turn, RunListener.silent());
        machine = Optional.of(record.machine());
        Optional<CaseRun> run = record.runs().stream().findFirst();
        run.ifPresent(one -> repeats.put(pair, one.reproduce()));
        return run.map(reading::of).orElseGet(() -> new ProbeState.CannotSay("it was not run"));
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
