package dev.bascule.app.local;

import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.nativerunner.machine.MachineReport;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The machine's report in the doctor's words. Stateless. */
final class HardwareReport {
    private HardwareReport() {}

    static HardwareFindings of(MachineReport report) {
        Map<String, String> limits = new TreeMap<>(report.limits().described());
        if (report.limits().processors().orElse(0) >= report.machine().cpu().cores()) {
            limits.remove("processors");
        }
        return new HardwareFindings(
                report.hardware(),
                limits,
                report.caches().levels().stream()
                        .map(level -> new HardwareFindings.CacheFinding(
                                level.label(), level.bytes(), level.sharedBy(), level.instances()))
                        .toList(),
                report.caches().reason());
    }

    /** With the devices that pages see through these browsers. */
    static HardwareFindings through(HardwareFindings found, List<BrowserFinding> browsers) {
        return new HardwareFindings(
                BrowserDevices.added(found.map(), browsers), found.limits(), found.caches(), found.cachesReason());
    }
}
