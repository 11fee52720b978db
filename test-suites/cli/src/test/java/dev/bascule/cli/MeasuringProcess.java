package dev.bascule.cli;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import java.nio.file.Path;
import java.time.Clock;

/** A process that measures with its history open until its input ends, or it is killed. */
final class MeasuringProcess {
    static final String HELD = "held";

    private MeasuringProcess() {}

    /** @param args the lock's folder, and the history */
    public static void main(String[] args) throws Exception {
        MachineLock lock = MachineLock.in(Path.of(args[0]), Clock.systemUTC());
        try (MachineLease lease = lock.take(MachineUse.TIMED, WhenBusy.FAIL, "bascule run first", text -> {});
                History history = DuckDbHistory.open(Path.of(args[1]))) {
            System.out.println(HELD);
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
