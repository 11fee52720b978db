package dev.bascule.benchmark.forecast;

import dev.bascule.scheduling.record.RecordedAttempt;
import dev.bascule.scheduling.record.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Fleet and workloads as files of {@code simulate}, with what was measured in a calibration. Immutable. */
final class ForecastFiles {
    private final RecordedRun calibration;
    private final List<String> workers;
    private final Map<RecordedAttempt, Duration> gaps;

    /** Jobs of a workload that are alike. */
    record Part(String name, String kind, int count, String arrivals, String where) {}

    /** @param workers their names, with which ids begin and which are their labels */
    ForecastFiles(RecordedRun calibration, List<String> workers) {
        this.calibration = calibration;
        this.workers = workers;
        this.gaps = calibration.gaps();
    }

    private List<RecordedAttempt> on(String worker) {
        return calibration.attempts().stream()
                .filter(each -> each.worker().startsWith(worker + "-"))
                .toList();
    }

    /** @param wrong workers whose overhead is set wrong on purpose, with what it is set to */
    Path fleet(Path file, Map<String, Duration> wrong) throws IOException {
        StringBuilder text = new StringBuilder("machines:\n");
        for (String worker : workers) {
            List<RecordedAttempt> here = on(worker);
            // After the last there is nothing to be idle for.
            List<RecordedAttempt> followed = here.subList(0, Math.max(1, here.size() - 1));
            String overhead = wrong.containsKey(worker)
                    ? "{assumed: %s}".formatted(time(wrong.getOrDefault(worker, Duration.ZERO)))
                    : samples(here, RecordedAttempt::overhead);
            text.append("""
                      %s:
                        backends: [cpu]
                        labels: [%s]
                        overhead: %s
                        turnaround: %s
                    """.formatted(
                    worker, worker, overhead, samples(followed, each -> gaps.getOrDefault(each, Duration.ZERO))));
        }
        return Files.writeString(file, text);
    }

    Path workload(Path folder, String name, List<Part> parts) throws IOException {
        StringBuilder text = new StringBuilder("name: %s\nstreams:\n".formatted(name));
        for (Part part : parts) {
            text.append("  %s: {kind: %s, count: %d, arrivals: {assumed: %s}%s}\n"
                    .formatted(
                            part.name(),
                            part.kind(),
                            part.count(),
                            part.arrivals(),
                            part.where().isEmpty() ? "" : ", where: " + part.where()));
        }
        text.append("service:\n");
        parts.stream().map(Part::kind).distinct().forEach(kind -> {
            text.append("  %s:\n".formatted(kind));
            for (String worker : workers) {
                List<RecordedAttempt> here = on(worker).stream()
                        .filter(each -> each.kind().equals(kind))
                        .toList();
                text.append("    %s: {work: %s}\n".formatted(worker, samples(here, RecordedAttempt::took)));
            }
        });
        return Files.writeString(folder.resolve(name + ".yaml"), text);
    }

    private static String samples(List<RecordedAttempt> attempts, Function<RecordedAttempt, Duration> figure) {
        return attempts.stream()
                .map(each -> time(figure.apply(each)))
                .collect(Collectors.joining(", ", "{measured: {samples: [", "]}, from: the calibration}"));
    }

    private static String time(Duration duration) {
        return String.format(Locale.ROOT, "%.3fms", duration.toNanos() / 1e6);
    }
}
