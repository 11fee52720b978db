package dev.bascule.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
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
                .getBytes());
    };

    private WorkerMain() {}

    public static void main(String[] args) throws InterruptedException {
        try {
            Worker.join(
                            new WorkerSettings(
                                    JoinAddress.parse(args[0]),
                                    TestJobs.machine(args[2]),
                                    Path.of(args[1]),
                                    1 << 20,
                                    "0.1.0",
                                    System.err::println),
                            SLEEPS)
                    .await();
        } catch (BasculeException e) {
            System.err.println("ended: " + e.getMessage());
            System.exit(3);
        }
    }
}
