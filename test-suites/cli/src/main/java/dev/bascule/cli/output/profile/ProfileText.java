package dev.bascule.cli.output.profile;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileFigure.Subject;
import dev.bascule.studies.profile.ProfileReport;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code profile} prints: one column for each backend in each place, so that native stands beside browser. Immutable.
 *
 * @param style colours
 */
public record ProfileText(Style style) {
    private static final int WIDTH = 100;

    public String render(ProfileReport report) {
        StringBuilder text = new StringBuilder();
        text.append(style.strong("machine"))
                .append("  ")
                .append(WrappedText.lines(machine(report), 9, 9, WIDTH))
                .append('\n');
        ProfileTables tables = new ProfileTables(report);
        tables.legend().forEach(line -> text.append("  ").append(line).append('\n'));
        tables.sections()
                .forEach((title, table) -> text.append('\n')
                        .append(style.strong(title))
                        .append('\n')
                        .append(table));
        append(text, "not measured", tables.reasons());
        append(text, "notes", tables.notes());
        report.errors()
                .forEach(failure -> text.append('\n')
                        .append(style.bad("[✗] " + failure.code()))
                        .append(' ')
                        .append(failure.message())
                        .append('\n'));
        return text.toString();
    }

    private void append(StringBuilder text, String title, Iterable<String> lines) {
        boolean first = true;
        for (String line : lines) {
            if (first) {
                text.append('\n').append(style.strong(title)).append('\n');
                first = false;
            }
            text.append("  ").append(WrappedText.lines(line, 2, 4, WIDTH)).append('\n');
        }
    }

    private static String machine(ProfileReport report) {
        String memory = report.machine()
                .memoryBytes()
                .map(bytes -> String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30)))
                .orElse("memory not told");
        String clock = report.fastestHertz()
                .map(rate -> String.format(Locale.ROOT, "%.2f GHz as measured", rate / 1e9))
                .orElse("clock not measured");
        return "%s, %s, %d cores, %s, %s; %s profile of %d s"
                        .formatted(
                                report.machine().os(),
                                report.machine().cpu().name(),
                                report.machine().cpu().cores(),
                                memory,
                                clock,
                                report.quick() ? "quick" : "full",
                                report.elapsed().toSeconds())
                + (report.interrupted() ? ", stopped on its way" : "");
    }

    /** The theoretical peak that a figure is to be held against: of the CPU's arithmetic only. */
    static Optional<Double> peak(ProfileFigure figure, PlaceProfile place, ProfileReport report) {
        boolean arithmetic = figure.subject() == Subject.ARITHMETIC || figure.subject() == Subject.MODEL;
        return arithmetic && figure.unit() == Unit.FLOP && place.backend().accelerator() == DeviceType.CPU
                ? figure.dtype().flatMap(dtype -> report.peak(dtype, figure.threads()))
                : Optional.empty();
    }
}
