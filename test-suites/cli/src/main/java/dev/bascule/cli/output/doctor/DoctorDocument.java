package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.document.ErrorParts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The document of {@code doctor --json}; {@code doctor-v1.schema.json} describes it. Stateless. */
public final class DoctorDocument {
    private static final int SCHEMA_VERSION = 1;

    private DoctorDocument() {}

    /** The report as nested maps and lists, ready to be written; what is not known is null. */
    public static Map<String, Object> of(DoctorReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("machine", machine(report.machine()));
        document.put("fingerprint", report.machine().parts().map(DeviceDocument::of));
        document.put("hardware", report.hardware().map(DeviceDocument::of));
        document.put(
                "browsers",
                report.browsers().stream().map(DoctorDocument::browser).toList());
        document.put(
                "native",
                report.nativeBackends().stream()
                        .map(DoctorDocument::nativeBackend)
                        .toList());
        document.put("tests", report.tests().map(HardwareTestDocument::of));
        document.put("errors", report.errors().stream().map(ErrorParts::part).toList());
        Map<String, String> reasons = new TreeMap<>();
        reason(reasons, "fingerprint", report.machine().parts(), "what it is made of was not read");
        reason(reasons, "hardware", report.hardware(), "nobody looked at the devices, or the look failed");
        reason(reasons, "tests", report.tests(), "nobody asked for them: bascule doctor --test-hardware runs them");
        document.put("reasons", reasons);
        return document;
    }

    /** As in run.json; what the fingerprint is made of stands in a place of its own. */
    private static Map<String, Object> machine(Machine machine) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("fingerprint", machine.fingerprint());
        map.put("os", machine.os());
        map.put("cpu", machine.cpu());
        map.put("memoryBytes", machine.memoryBytes());
        map.put("gpus", machine.gpus());
        Map<String, String> reasons = new TreeMap<>();
        reason(reasons, "memoryBytes", machine.memoryBytes(), "the system does not tell");
        map.put("reasons", reasons);
        return map;
    }

    private static void reason(Map<String, String> reasons, String name, Optional<?> value, String why) {
        if (value.isEmpty()) {
            reasons.put(name, why);
        }
    }

    private static Map<String, Object> browser(BrowserFinding browser) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", browser.name());
        map.put("version", browser.version());
        map.put("path", browser.path());
        map.put("build", browser.build());
        map.put("launcher", browser.launcher());
        map.put("launchers", browser.launchers());
        map.put(
                "backends",
                browser.backends().stream().map(DoctorDocument::backend).toList());
        map.put("graphics", browser.graphics());
        map.put("notes", browser.notes());
        Map<String, String> reasons = new TreeMap<>();
        reason(reasons, "version", browser.version(), "it did not start, and only it can tell");
        reason(reasons, "build", browser.build(), "nobody tells who built it and who put it there");
        reason(reasons, "launcher", browser.launcher(), "none started it");
        map.put("reasons", reasons);
        return map;
    }

    private static Map<String, Object> backend(BrowserBackendFinding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("backend", finding.backend());
        map.put("status", finding.status().id());
        map.put("software", finding.software());
        map.put("evidence", finding.evidence());
        map.put("reason", finding.reason());
        map.put("remedy", finding.remedy());
        Map<String, String> reasons = new TreeMap<>();
        reason(
                reasons,
                "software",
                finding.software(),
                finding.status() == BackendStatus.MISSING
                        ? "the backend is not there"
                        : "it showed no adapter of which that could be said");
        map.put("reasons", reasons);
        return map;
    }

    private static Map<String, Object> nativeBackend(NativeFinding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("backend", finding.backend());
        map.put("tier", finding.tier().map(Tier::id).orElse("none"));
        map.put("tiers", finding.tiers().stream().map(DoctorDocument::tier).toList());
        map.put("status", finding.status().id());
        map.put("evidence", finding.evidence());
        map.put("reason", finding.reason());
        map.put("remedy", finding.remedy());
        return map;
    }

    private static Map<String, Object> tier(TierCheck check) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tier", check.tier().id());
        if (check instanceof TierCheck.Failed failed) {
            map.put("reached", false);
            map.put("evidence", failed.reason());
            map.put("nextStep", failed.nextStep());
        } else if (check instanceof TierCheck.Skipped skipped) {
            map.put("reached", null);
            map.put("evidence", skipped.reason());
            map.put("nextStep", null);
        } else if (check instanceof TierCheck.Passed passed) {
            map.put("reached", true);
            map.put("evidence", passed.evidence());
            map.put("nextStep", null);
        }
        return map;
    }
}
