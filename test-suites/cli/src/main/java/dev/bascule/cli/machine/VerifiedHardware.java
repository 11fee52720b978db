package dev.bascule.cli.machine;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.studies.hardware.ArithmeticStore;
import dev.bascule.studies.hardware.CapabilityResultStore;
import dev.bascule.studies.hardware.CapabilityResults;
import dev.bascule.studies.hardware.HardwareTester;
import dev.bascule.studies.profile.ProfileReport;
import java.util.ArrayList;
import java.util.List;

/** What was verified of this machine's devices: by the battery now, by batteries and profiles before. */
final class VerifiedHardware {
    private final CliContext context;
    private final CapabilityResultStore store;
    private final ArithmeticStore arithmetic;

    VerifiedHardware(CliContext context) {
        CacheFolder cache = CacheFolder.of(context.environment(), context.home());
        this.context = context;
        this.store = new CapabilityResultStore(cache, text -> context.console().say(text));
        this.arithmetic = new ArithmeticStore(cache, text -> context.console().say(text));
    }

    /** With what is remembered of the machine in its present state. */
    DoctorReport recalled(DoctorReport found) {
        return CapabilityResults.applied(found, store.of(found.machine()));
    }

    /** With what the battery comes to on every backend that works; an examination that was stopped is left as it is. */
    DoctorReport tested(DoctorReport found, BrowserSetup setup, String command) {
        if (Thread.currentThread().isInterrupted()) {
            return recalled(found);
        }
        HardwareTests tests;
        try (Progress progress = Progress.ofMany(context.console());
                MachineLease turn = context.services()
                        .machine()
                        .take(MachineUse.UNTIMED, WhenBusy.WAIT, command, progress::waiting)) {
            tests = new HardwareTester(
                            context.services().conformance(), context.services().judge(), context.clock())
                    .test(context.newRunId(), command, found, setup, turn, progress);
        }
        // Of a battery that was stopped, the checks that were left out might have come out wrong.
        List<CapabilityResult> made = tests.interrupted()
                ? List.of()
                : CapabilityResults.of(tests, found.machine().cpu().features());
        store.remember(found.machine(), made);
        arithmetic.remember(found.machine(), tests);
        List<CapabilityResult> all = new ArrayList<>(store.of(found.machine()));
        // What cannot be remembered is shown nevertheless.
        made.stream().filter(trial -> !all.contains(trial)).forEach(all::add);
        return CapabilityResults.applied(found.with(tests), all);
    }

    /** Remembers what a profile verified. */
    void remember(ProfileReport report) {
        store.remember(report.machine(), CapabilityResults.of(report));
    }
}
