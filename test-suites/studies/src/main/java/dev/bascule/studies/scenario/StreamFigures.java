package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The figures of a stream. Stateless. */
final class StreamFigures {
    private StreamFigures() {}

    /** Real-time factor, dropped frames, latency with its percentiles as far as the sample allows, inference. */
    static List<Figure> of(StreamReport report, StreamRequest request) {
        List<Figure> figures = new ArrayList<>();
        double frameMs = request.frame().toNanos() / 1e6;
        List<Double> shares = values(report.inference()).stream()
                .map(inference -> inference / frameMs)
                .toList();
        if (!shares.isEmpty()) {
            figures.add(new Figure(
                    "real-time factor", "1", shares, Optional.of(report.realTimeFactor()), Optional.empty()));
        }
        figures.add(Figure.single("frames", "frames", report.frames()));
        if (!request.offline()) {
            figures.add(Figure.single("dropped frames", "frames", report.dropped()));
            times(figures, "latency", report.latency());
        }
        times(figures, "inference", report.inference());
        return figures;
    }

    private static void times(List<Figure> figures, String name, Samples samples) {
        if (samples.isEmpty()) {
            return;
        }
        figures.add(Figure.ofTimes(name + ", median", samples));
        Summary.of(samples).ifPresent(summary -> {
            List<Double> raw = values(samples);
            percentile(figures, name + ", p90", raw, summary.p90());
            percentile(figures, name + ", p99", raw, summary.p99());
        });
    }

    private static void percentile(List<Figure> figures, String name, List<Double> raw, OptionalDouble value) {
        value.ifPresent(
                percentile -> figures.add(new Figure(name, "ms", raw, Optional.of(percentile), Optional.empty())));
    }

    private static List<Double> values(Samples samples) {
        return Arrays.stream(samples.millis()).boxed().toList();
    }

    static List<String> notes(StreamReport report, StreamRequest request) {
        List<String> notes = new ArrayList<>();
        if (request.offline()) {
            notes.add("rendered as fast as the browser can, not in real time: there is no latency and no drop to tell");
        } else {
            notes.add(
                    report.dropped() == 0
                            ? report.realTimeFactor() < 1
                                    ? "it keeps up: none of %d frames was dropped".formatted(report.frames())
                                    : "none of %d frames was dropped, but it is slower than real time: a longer stream would drop some"
                                            .formatted(report.frames())
                            : "it does not keep up: %d of %d frames found the queue full and were dropped"
                                    .formatted(report.dropped(), report.frames()));
        }
        notes.add(new TreeMap<>(report.facts())
                .entrySet().stream()
                        .map(fact -> fact.getKey() + " " + fact.getValue())
                        .collect(Collectors.joining(", ")));
        return notes;
    }
}
