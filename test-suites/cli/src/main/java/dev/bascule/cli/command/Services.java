package dev.bascule.cli.command;

import dev.bascule.app.local.ServeService;
import dev.bascule.app.orders.JobPool;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RunService;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.History;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.RunJudge;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.profile.ProfileService;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What commands need from the floors below. Each is made when it is asked for, so that {@code --help} is quick. */
public interface Services {

    RunService runs();

    /** Whose turn it is to measure here; what {@link #runs} and {@link #conformance} do in the turn of their thread is a part of it. */
    MachineLock machine();

    /** Reads the folders that {@code conformance} is given. */
    CaseSource cases();

    ConformanceService conformance();

    /** Says of a conformance case's outputs whether they are right, as the conformance service does. */
    OutputJudge judge();

    /** Says of a session's outputs whether they are right, as a run does. */
    RunJudge runJudge();

    ReduceService reduce();

    TruthService truth();

    DecodeService decode();

    BisectService bisect();

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
