package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.orders.JobPool;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.WorkerStatus;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "queue",
        abbreviateSynopsis = true,
        description = {
            "Shows the workers of a pool, and with a run's id its jobs: where each stands, who does it, why it waits.",
            "Needs a submitter's token, and sees that submitter's runs alone."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule queue --on pool",
            "  bascule queue 20261129-001500-1a2b --on @tokens/submitter",
            "  bascule queue 20261129-001500-1a2b --on pool --explain 3",
            "  bascule queue 20261129-001500-1a2b --on pool --cancel"
        })
public final class QueueCommand extends CliCommand {
    @Parameters(arity = "0..1", paramLabel = "RUN", description = "A run that was sent there.")
    private String run = "";

    @Option(
            names = "--on",
            paramLabel = "URL#TOKEN",
            description = "The address of the pool, @FILE with it, or pool for the configured one (default: pool).")
    private String on = "pool";

    @Option(
            names = "--explain",
            paramLabel = "NUMBER",
            description =
                    "Of this job: every attempt and why it was placed so; where it waits, what each worker is to it.")
    private int explain;

    @Option(names = "--cancel", description = "Cancel those of the run's jobs that are not over.")
    private boolean cancel;

    @Mixin
    private final JsonOption json = new JsonOption();

    QueueCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        if (run.isEmpty() && (cancel || explain > 0)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--cancel and --explain are of a run's jobs", "bascule queue RUN --cancel");
        }
        return context().interrupts().during(() -> {
            try (JobPool pool =
                    context().services().pool(JoinText.read(on, context().folder(), config), console()::say)) {
                return show(pool);
            } catch (InterruptedException e) {
                return ExitCode.INTERRUPTED;
            }
        });
    }

    private ExitCode show(JobPool pool) throws InterruptedException {
        if (cancel) {
            pool.cancel(run);
            console().say("cancelled what was not over of run " + run);
        }
        List<WorkerStatus> workers = pool.workers();
        List<JobStatus> jobs = run.isEmpty() ? List.of() : pool.jobs(run);
        if (explain > 0) {
            JobStatus job = job(jobs);
            Optional<Prospect> prospect = pool.explain(job.id());
            if (json.wanted()) {
                JsonText.print(console(), QueueDocument.of(workers, job, prospect));
            } else {
                console().print(QueueText.explained(job, prospect));
            }
            return ExitCode.OK;
        }
        if (json.wanted()) {
            JsonText.print(console(), QueueDocument.of(workers, jobs));
            return ExitCode.OK;
        }
        console().print(run.isEmpty() ? QueueText.workers(workers) : QueueText.jobs(jobs));
        return ExitCode.OK;
    }

    private JobStatus job(List<JobStatus> jobs) {
        return jobs.stream()
                .filter(one -> one.number() == explain)
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "run %s has no job %d".formatted(run, explain), "bascule queue " + run));
    }
}
