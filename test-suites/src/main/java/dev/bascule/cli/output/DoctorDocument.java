package dev.bascule.cli.output;

import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.reports.document.ErrorParts;
import dev.bascule.suites.service.DoctorReport;
import dev.bascule.suites.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.suites.service.DoctorReport.BrowserFinding;
import dev.bascule.suites.service.DoctorReport.NativeFinding;
import java.util.LinkedHashMap;
import java.util.Map;

/** The document of {@code doctor --json}. Stateless. */
public final class DoctorDocument {
    private static final int SCHEMA_VERSION = 1;

    private DoctorDocument() {}

    /** The report as nested maps and lists, ready to be written; what is not known is null. */
    public static Map<String, Object> of(DoctorReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("machine", report.machine());
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
        document.put("errors", report.errors().stream().map(ErrorParts::part).toList());
        return document;
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
        map.put("reached", check instanceof TierCheck.Passed);
        if (check instanceof TierCheck.Failed failed) {
            map.put("evidence", failed.reason());
            map.put("nextStep", failed.nextStep());
        } else {
            map.put("evidence", ((TierCheck.Passed) check).evidence());
            map.put("nextStep", null);
        }
        return map;
    }
}
