package dev.bascule.app.local;

import dev.bascule.app.orders.VersionedJobs;
import dev.bascule.app.orders.VersionedJobs.Answer;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.VersionPair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs the case of a bisection in a pair as a job of one worker. Once that worker is gone nothing can be said any more. */
final class PooledProber implements VersionProber {
    private final VersionedJobs jobs;
    private final RunRequest request;
    private final Optional<VersionPair> good;
    private final ProbeReading reading;
    private final Supplier<String> ids;
    private final Map<VersionPair, String> repeats = new LinkedHashMap<>();
    private final Map<VersionPair, List<Ratio>> ratios = new LinkedHashMap<>();
    private Optional<Machine> machine = Optional.empty();
    private Optional<Failure> gone = Optional.empty();

    /**
     * @param good what every pair is measured beside, where speed is looked for
     * @param ids makes ids of runs
     */
    PooledProber(
            VersionedJobs jobs,
            RunRequest request,
            Optional<VersionPair> good,
            ProbeReading reading,
            Supplier<String> ids) {
        this.jobs = jobs;
        this.request = request;
        this.good = good;
        this.reading = reading;
        this.ids = ids;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        return gone.map(why -> cannotSay("the worker is gone: " + why.message()))
                .orElseGet(() -> PairRuns.guarded(() -> run(pair)));
    }

    private ProbeState run(VersionPair pair) {
        Answer answer = jobs.run(named(ids.get()), pair, good);
        if (answer instanceof Answer.Ran ran) {
            machine = Optional.of(ran.record().machine());
            repeats.put(pair, ran.run().reproduce());
            return read(pair, ran.run());
        }
        if (answer instanceof Answer.Gone left) {
            gone = Optional.of(left.why());
            return cannotSay(left.why().message());
        }
        if (answer instanceof Answer.Failed failed) {
            return cannotSay(failed.why().message());
        }
        return cannotSay("interrupted");
    }

    private ProbeState read(VersionPair pair, CaseRun run) {
        List<Ratio> before = ratios.computeIfAbsent(pair, any -> new ArrayList<>());
        ProbeState state = reading.of(run, before);
        run.decisive().comparison().ifPresent(comparison -> before.add(comparison.ratio()));
        return state;
    }

    private static ProbeState cannotSay(String why) {
        return new ProbeState.CannotSay(why);
    }

    private RunRequest named(String id) {
        Invocation asked = request.invocation();
        return new RunRequest(
                new Invocation(id, asked.suite(), asked.suiteHash(), asked.seed(), asked.command()),
                request.cases(),
                request.setup(),
                request.retries());
    }

    @Override
    public Optional<Machine> machine() {
        return machine;
    }

    @Override
    public Optional<String> worker() {
        return Optional.of(jobs.worker());
    }

    @Override
    public Map<VersionPair, String> repeats() {
        return repeats;
    }
}
