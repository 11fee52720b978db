package dev.bascule.execution.machine;

import java.nio.file.Path;
import java.time.Clock;

/** A process that measures until its input ends, or it is killed. */
final class LockHolder {
    private LockHolder() {}

    /** @param args the lock's folder, and what to do there */
    public static void main(String[] args) throws Exception {
        MachineLock lock = MachineLock.in(Path.of(args[0]), Clock.systemUTC());
        try (MachineLease unused =
                lock.take(MachineUse.valueOf(args[1]), WhenBusy.WAIT, "bascule run of-a-child", System.out::println)) {
            System.out.println("held");
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
