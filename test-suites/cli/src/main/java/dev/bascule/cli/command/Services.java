package dev.bascule.cli.command;

import dev.bascule.app.local.ServeService;
import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.app.orders.ReplicaWork;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunService;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.bisect.BesideRuns;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.RunJudge;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.profile.ProfileService;
import dev.bascule.studies.quantization.QuantizationService;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.replicas.ReplicasService;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.training.TrainingService;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What commands need from the floors below. Each is made when it is asked for, so that {@code --help} is quick. */
public interface Services {

    RunService runs();

    /** Whose turn it is to measure here; what {@link #runs} and {@link #conformance} do in the turn of their thread is a part of it. */
    MachineLock machine();

    /** Reads the folders that {@code conformance} is given. */
    CaseSource cases();

    ConformanceService conformance();

    /**
     * The same for one run after the other, which may find browsers and children of the one before.
     *
     * @param idle how long these stay when nobody uses them; zero keeps none
     */
    default ConformanceRunners keptConformance(Duration idle) {
        return ConformanceRunners.fresh(this::conformance);
    }

    /** Says of a conformance case's outputs whether they are right, as the conformance service does. */
    OutputJudge judge();

    /** Says of a session's outputs whether they are right, as a run does. */
    RunJudge runJudge();

    ReduceService reduce();

    TruthService truth();

    DecodeService decode();

    /** Ranks that train together. */
    DistributedService distributed();

    TrainingService training();

    ReplicasService replicas();

    /** The same, of which some are workers of a pool. */
    ReplicasService replicas(ReplicaPool pool);

    /** Opens places of this machine to replicas of whoever trains elsewhere. */
    ReplicaWork replicaWork();

    /** Makes smaller models and measures them. */
    QuantizationService quantization();

    BisectService bisect();

    /** Searches versions on one worker of a pool. */
    BisectService bisect(BisectPool pool);

    /** Measures a case in two setups of browsers in turn. */
    BesideRuns beside();

    /**
     * A pool that a bisection's runs are jobs of.
     *
     * @param jobs its workers
     * @param where what is asked of the worker
     * @param models resolves what is sent
     * @param ids makes ids of runs
     */
    record BisectPool(PooledJobs jobs, Requirement where, ModelResolver models, Supplier<String> ids) {}

    /** Learns the kernels of models. */
    WorkService works();

    /** Tries and races ways to run a model. */
    SelectService select();

    /** Serves pools of models. */
    PoolService pools();

    /**
     * Versions of engine and browser.
     *
     * @param fetching whether they may be fetched; else there are only those that are on this machine
     */
    VersionShelf versions(boolean fetching);

    DoctorService doctor();

    ProfileService profile();

    ServeService serve();

    BrowserCatalog browsers();

    /**
     * A pool of workers, as its submitter.
     *
     * @param talk is told in a sentence what happens
     */
    JobPool pool(JoinAddress address, Consumer<String> talk);

    /** Makes PDFs. */
    PagePrinter printer();

    /**
     * Opens the history, which takes a second or two; {@code join} brings the error, if any.
     *
     * @param talk is told in a sentence what takes longer than that
     */
    CompletableFuture<History> history(Path file, Consumer<String> talk);
}
