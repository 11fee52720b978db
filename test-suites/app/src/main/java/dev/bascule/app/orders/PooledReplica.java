package dev.bascule.app.orders;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.target.Target;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.training.FullPrecision;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A place that a worker of a pool has. Belongs to the host's thread, but for what its replica's tells of it. */
public final class PooledReplica implements ReplicaPlace {
    /** Between two words that the host is there. */
    private static final Duration BEAT = Duration.ofSeconds(10);

    /**
     * After it a worker is free again: the host is gone, or its link is. The words come between frames, not within one: it is long enough for
     * the largest frame, 128 MiB, at 4 Mbit/s.
     */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    /** As long as any training. */
    private static final Duration LIMIT = Duration.ofDays(7);

    private final ReplicaPool pool;
    private final RunRequest run;
    private final Chosen chosen;
    private volatile Optional<Known> known = Optional.empty();

    /**
     * What was seen when it opened.
     *
     * @param worker by its id
     */
    record Known(String worker, Target target) {}

    /** @param run which says how it is computed, and which browsers take part */
    public PooledReplica(ReplicaPool pool, RunRequest run, Chosen chosen) {
        this.pool = pool;
        this.run = run;
        this.chosen = chosen;
    }

    @Override
    public Backend backend() {
        return chosen.backend();
    }

    @Override
    public Target target() {
        String engine = chosen.backend().side() == Side.BROWSER ? "onnxruntime-web" : "onnxruntime";
        return known.map(Known::target)
                .orElseGet(() -> new Target(
                        chosen.backend(),
                        Optional.empty(),
                        Engine.absent(engine, Optional.empty()),
                        chosen.backend().accelerator(),
                        Optional.empty(),
                        Map.of()));
    }

    @Override
    public Optional<String> elsewhere() {
        return known.map(Known::worker);
    }

    @Override
    public boolean isPooled() {
        return true;
    }

    @Override
    public List<String> notes(SessionSettings settings) {
        List<String> notes = new ArrayList<>();
        known.ifPresent(
                seen -> notes.add("by %s of %s: its times, and where it ran, are what that machine's Bascule says"
                        .formatted(seen.worker(), pool.address())));
        FullPrecision.of(chosen.backend(), settings).note().ifPresent(notes::add);
        return notes;
    }

    @Override
    public Worker worker(int rank, ReplicaModel model, SessionSettings settings, Duration timeout) {
        return new PooledWorker(
                pool,
                name -> job(name, model),
                Map.of(model.artifact().sha256(), model.artifact().file()),
                new PooledWorker.Limits(pool.patience(), timeout, BEAT),
                "%s-replica%d".formatted(run.id(), rank),
                chosen.backend(),
                seen -> known = Optional.of(seen));
    }

    private PoolJob job(String name, ReplicaModel model) {
        Invocation invocation = run.invocation();
        ReplicaOrder order = new ReplicaOrder(
                ReplicaOrder.VERSION,
                new CasesOrder.Run(
                        invocation.id(),
                        invocation.suite(),
                        invocation.suiteHash(),
                        invocation.seed(),
                        invocation.command()),
                run.cases().get(0).id().toString(),
                CasesJobs.settings(run.cases().get(0).settings()),
                chosen.backend().id(),
                chosen.browser(),
                model.artifact().sha256(),
                model.carry(),
                model.outputs(),
                SILENCE.toMillis(),
                browsers());
        JobId id = JobRequest.idOf(name, 1);
        JobRequest request = new JobRequest(
                id,
                name,
                1,
                JobKind.REPLICA,
                Words.write(order),
                List.of(new Blob(model.artifact().sha256(), model.artifact().bytes())),
                asked(),
                "replica %s %s"
                        .formatted(model.artifact().sha256(), chosen.backend().id()),
                0,
                Optional.empty(),
                Set.of(),
                false,
                LIMIT,
                Set.of(model.artifact().sha256()),
                false);
        return new PoolJob(
                request,
                Map.of(model.artifact().sha256(), model.artifact().file()),
                Map.of(),
                "a replica on %s".formatted(chosen.backend().id()),
                0);
    }

    private BrowserWish browsers() {
        if (chosen.backend().side() == Side.NATIVE) {
            return new BrowserWish(List.of("none"), "auto", Optional.empty(), Optional.empty());
        }
        BrowserWish wish = BrowserWish.of(run.setup());
        return chosen.browser()
                .map(id -> new BrowserWish(List.of(id), wish.gpu(), wish.webNnDevice(), wish.build()))
                .orElse(wish);
    }

    private Requirement asked() {
        List<Requirement> parts = new ArrayList<>();
        parts.add(new Requirement.Backend(chosen.backend().id()));
        chosen.browser().ifPresent(id -> parts.add(new Requirement.Browser(id)));
        parts.add(pool.where());
        return Requirement.all(parts);
    }
}
