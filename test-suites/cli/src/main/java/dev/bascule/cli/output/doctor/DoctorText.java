package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.CollectedErrorText;
import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.Verbosity;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.execution.service.DoctorReport.BrowserFinding;
import dev.bascule.execution.service.DoctorReport.NativeFinding;
import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code doctor} prints: a mark for each browser and backend, why, and what mends it. Immutable.
 *
 * @param style colours
 * @param verbosity with {@code -v} the evidence is printed, too
 */
public record DoctorText(Style style, Verbosity verbosity) {
    private static final int WIDTH = 100;
    /** Columns before what is said of a backend, after the word note, and after the word remedy. */
    private static final int BACKEND = 23;

    private static final int NOTE = 9;
    private static final int REMEDY = 16;

    public String render(DoctorReport report) {
        StringBuilder text = new StringBuilder();
        Machine machine = report.machine();
        text.append(style.strong("machine"))
                .append(String.format(
                        Locale.ROOT,
                        "  %s, %s, %d cores, %s%n",
                        machine.os(),
                        machine.cpu().name(),
                        machine.cpu().cores(),
                        machine.memoryBytes()
                                .map(bytes -> String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30)))
                                .orElse("memory not told")));
        report.hardware().ifPresent(found -> new DeviceText(style, verbosity).append(text, found));
        for (BrowserFinding browser : report.browsers()) {
            text.append('\n')
                    .append(mark(best(browser)))
                    .append(' ')
                    .append(style.strong(browser.name()))
                    .append(browser.version().map(version -> " " + version).orElse(""))
                    .append('\n');
            append(text, browser);
        }
        text.append('\n').append(style.strong("native")).append('\n');
        // What this kind of machine can never have is nothing to mend: one line for all of it.
        boolean gathered = verbosity != Verbosity.VERBOSE;
        report.nativeBackends().stream()
                .filter(backend -> !gathered || !isElsewhere(backend))
                .forEach(backend -> append(text, backend));
        String elsewhere = report.nativeBackends().stream()
                .filter(backend -> gathered && isElsewhere(backend))
                .map(backend -> "%s (%s)"
                        .formatted(backend.backend(), backend.evidence().get(Detection.ELSEWHERE)))
                .collect(Collectors.joining(", "));
        if (!elsewhere.isEmpty()) {
            faint(text, "not for this machine: " + elsewhere);
        }
        report.tests()
                .ifPresent(tests -> new HardwareTestText(style, verbosity)
                        .append(
                                text,
                                tests,
                                report.hardware().map(HardwareFindings::trials).orElse(List.of())));
        if (verbosity == Verbosity.VERBOSE) {
            machine.parts().ifPresent(parts -> new FingerprintText(style).append(text, parts));
        }
        String errors = CollectedErrorText.of(report.errors(), style);
        if (!errors.isEmpty()) {
            text.append('\n').append(errors);
        }
        return text.toString();
    }

    private static boolean isElsewhere(NativeFinding finding) {
        return finding.status() == BackendStatus.MISSING && finding.evidence().containsKey(Detection.ELSEWHERE);
    }

    private void append(StringBuilder text, BrowserFinding browser) {
        browser.build().ifPresent(build -> faint(text, build + ": " + browser.path()));
        if (browser.build().isEmpty()) {
            faint(text, browser.path());
        }
        browser.launcher()
                .ifPresent(launcher -> faint(text, "started by " + launcher + others(browser.launchers(), launcher)));
        browser.backends().forEach(backend -> append(text, backend));
        GraphicsText.of(browser.graphics()).forEach(line -> faint(text, line));
        browser.notes()
                .forEach(note -> text.append("    ")
                        .append(style.warning("note"))
                        .append(' ')
                        .append(WrappedText.lines(note, NOTE, NOTE, WIDTH))
                        .append('\n'));
        if (verbosity == Verbosity.VERBOSE) {
            browser.graphics()
                    .forEach((name, value) -> text.append("        ")
                            .append(style.faint(name + " = " + value))
                            .append('\n'));
        }
    }

    private void faint(StringBuilder text, String line) {
        text.append("    ")
                .append(style.faint(WrappedText.lines(line, 4, 6, WIDTH)))
                .append('\n');
    }

    private static String others(List<String> launchers, String chosen) {
        List<String> rest = launchers.stream().filter(id -> !id.equals(chosen)).toList();
        return rest.isEmpty() ? "" : ", could be by " + String.join(" or ", rest);
    }

    private void append(StringBuilder text, BrowserBackendFinding finding) {
        boolean unexplained =
                finding.software().orElse(false) && finding.reason().isEmpty();
        String what = unexplained ? "software adapter" : "";
        append(text, finding.status(), finding.backend(), what, finding.reason(), finding.remedy(), finding.evidence());
    }

    private void append(StringBuilder text, NativeFinding finding) {
        boolean absent = finding.tier().isEmpty();
        append(
                text,
                finding.status(),
                finding.backend(),
                finding.tier().map(Tier::id).orElse("none"),
                absent || finding.status() == BackendStatus.DEGRADED ? finding.reason() : Optional.empty(),
                absent ? finding.remedy() : Optional.empty(),
                finding.evidence());
        if (!absent) {
            new TierText(style).append(text, finding.tiers());
        }
    }

    private void append(
            StringBuilder text,
            BackendStatus status,
            String backend,
            String what,
            Optional<String> reason,
            Optional<String> remedy,
            Map<String, String> evidence) {
        String shown = status == BackendStatus.OK ? shown(evidence) : "";
        String said = Stream.of(Optional.of(what), reason, Optional.of(shown))
                .flatMap(Optional::stream)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(": "));
        text.append("    ")
                .append(mark(status))
                .append(String.format(Locale.ROOT, " %-14s", backend))
                .append(WrappedText.lines(said, BACKEND, BACKEND, WIDTH))
                .append('\n');
        if (status != BackendStatus.OK) {
            remedy.ifPresent(todo -> text.append("        remedy: ")
                    .append(WrappedText.lines(Shell.asCalled(todo), REMEDY, REMEDY, WIDTH))
                    .append('\n'));
        }
        String devices = evidence.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith("webnn."))
                .map(fact -> fact.getKey().substring("webnn.".length()) + " " + fact.getValue())
                .collect(Collectors.joining("; "));
        if (!devices.isEmpty()) {
            text.append("        ")
                    .append(style.faint(WrappedText.lines("asked for " + devices, 8, 10, WIDTH)))
                    .append('\n');
        }
        if (verbosity == Verbosity.VERBOSE) {
            evidence.forEach((name, value) -> text.append("        ")
                    .append(style.faint(name + " = " + value))
                    .append('\n'));
        }
    }

    /** What running the tiny model showed: the device, the nodes, how well it is known. */
    private static String shown(Map<String, String> evidence) {
        String nodes = evidence.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith("nodes."))
                .map(fact -> fact.getValue()
                        + (fact.getValue().equals("1") ? " node on " : " nodes on ")
                        + fact.getKey().substring("nodes.".length()))
                .collect(Collectors.joining(", "));
        return Stream.of(
                        Optional.ofNullable(evidence.get("device")).map(device -> "ran on the " + device),
                        Optional.of(nodes).filter(text -> !text.isEmpty()),
                        Optional.ofNullable(evidence.get("proof")).map(proof -> proof.toLowerCase(Locale.ROOT)),
                        Optional.ofNullable(evidence.get("engine")))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private String mark(BackendStatus status) {
        return switch (status) {
            case OK -> style.good("[✓]");
            case DEGRADED -> style.warning("[!]");
            case MISSING, CRASHED -> style.bad("[✗]");
        };
    }

    /** A browser is as good as its best backend. */
    private static BackendStatus best(BrowserFinding browser) {
        return browser.backends().stream()
                .map(BrowserBackendFinding::status)
                .min(Comparator.naturalOrder())
                .orElse(BackendStatus.MISSING);
    }
}
