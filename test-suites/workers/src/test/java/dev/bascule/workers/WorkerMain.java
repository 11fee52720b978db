package dev.bascule.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A worker as a process that a test may kill: {@code ADDRESS FOLDER BACKEND}. It says what happens on stderr. */
final class WorkerMain {
    /** A job sleeps for as many milliseconds as its payload says; {@code kill} ends the process. */
    static final JobWork SLEEPS = (order, blobs, talk) -> {
        if (order.payload().equals("kill")) {
            Runtime.getRuntime().halt(137);
        }
        Thread.sleep(Long.parseLong(order.payload()));
        return new JobEnd.Done("%s %d %d"
                .formatted(order.id(), order.attempt(), ProcessHandle.current().pid())
                .getBytes(StandardCharsets.UTF_8));
    };

    private WorkerMain() {}

    public static void main(String[] args) throws InterruptedException {
        WorkerSettings settings = new WorkerSettings(
                JoinAddress.parse(args[0]),
                TestJobs.machine(args[2]),
                Path.of(args[1]),
                1 << 20,
                "0.1.0",
                System.err::println);
        try {
            join(settings).await();
        } catch (BasculeException e) {
            System.err.println("ended: " + e.getMessage());
            System.exit(3);
        }
    }

    /** As a service manager starts it again: the coordinator may be down just now. */
    private static Worker join(WorkerSettings settings) throws InterruptedException {
        while (true) {
            try {
                return Worker.join(settings, SLEEPS);
            } catch (BasculeException e) {
                if (e.code() != ErrorCode.COORDINATOR_UNREACHABLE) {
                    throw e;
                }
                Thread.sleep(500);
            }
        }
    }
}
