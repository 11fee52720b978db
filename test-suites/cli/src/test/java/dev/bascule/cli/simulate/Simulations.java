package dev.bascule.cli.simulate;

import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.record.RecordedRun;
import dev.bascule.scheduling.record.RunRecording;
import dev.bascule.scheduling.simulate.model.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code simulate} reads and writes, for benchmarks that do it many times. Stateless. */
public final class Simulations {
    private Simulations() {}

    /** As {@code simulate --record} does it. */
    public static RecordedRun record(LedgerRows ledger, String run, String workload, long seed, Path file)
            throws IOException {
        RecordedRun recorded = LedgerRecord.of(ledger, run, workload, seed);
        Files.writeString(file, RunRecording.write(recorded));
        return recorded;
    }

    public static Workload workload(Path fleet, Path workload) {
        return WorkloadReader.read(workload, FleetReader.read(fleet));
    }
}
