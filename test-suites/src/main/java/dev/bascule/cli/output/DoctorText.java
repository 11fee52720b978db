package dev.bascule.cli.output;

import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.service.DoctorReport;
import dev.bascule.suites.service.DoctorReport.BrowserBackendFinding;
import dev.bascule.suites.service.DoctorReport.BrowserFinding;
import dev.bascule.suites.service.DoctorReport.NativeFinding;
import java.util.Comparator;
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

    public String render(DoctorReport report) {
        StringBuilder text = new StringBuilder();
        Machine machine = report.machine();
        text.append(style.strong("machine"))
                .append(String.format(
                        Locale.ROOT,
                        "  %s, %s, %d cores, %.1f GiB%n",
                        machine.os(),
                        machine.cpu().name(),
                        machine.cpu().cores(),
                        machine.memoryBytes() / (double) (1L << 30)));
        for (BrowserFinding browser : report.browsers()) {
            text.append('\n')
                    .append(mark(best(browser)))
                    .append(' ')
                    .append(style.strong(browser.name()))
                    .append(browser.version().map(version -> " " + version).orElse(""))
                    .append("  ")
                    .append(style.faint(browser.path()))
                    .append('\n');
            browser.backends().forEach(backend -> append(text, backend));
        }
        text.append('\n').append(style.strong("native")).append('\n');
        report.nativeBackends().forEach(backend -> append(text, backend));
        report.errors().forEach(failure -> {
            text.append('\n')
                    .append(style.bad("[✗] " + failure.code()))
                    .append(' ')
                    .append(failure.message())
                    .append('\n');
            failure.remedies()
                    .forEach(
                            remedy -> text.append("    remedy: ").append(remedy).append('\n'));
        });
        return text.toString();
    }

    private void append(StringBuilder text, BrowserBackendFinding finding) {
        boolean unexplained =
                finding.software().orElse(false) && finding.reason().isEmpty();
        String what = unexplained ? "software adapter" : "";
        append(text, finding.status(), finding.backend(), what, finding.reason(), finding.remedy(), finding.evidence());
    }

    private void append(StringBuilder text, NativeFinding finding) {
        append(
                text,
                finding.status(),
                finding.backend(),
                finding.tier().name().toLowerCase(Locale.ROOT),
                finding.reason(),
                finding.remedy(),
                finding.evidence());
    }

    private void append(
            StringBuilder text,
            BackendStatus status,
            String backend,
            String what,
            Optional<String> reason,
            Optional<String> remedy,
            Map<String, String> evidence) {
        text.append("    ").append(mark(status)).append(String.format(Locale.ROOT, " %-14s", backend));
        text.append(what);
        reason.ifPresent(why -> text.append(what.isEmpty() ? "" : ": ").append(why));
        if (status == BackendStatus.OK) {
            text.append(what.isEmpty() ? "" : ": ").append(shown(evidence));
        }
        text.append('\n');
        if (status != BackendStatus.OK) {
            remedy.ifPresent(
                    todo -> text.append("        remedy: ").append(todo).append('\n'));
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
                .map(fact -> fact.getValue() + " nodes on " + fact.getKey().substring("nodes.".length()))
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
