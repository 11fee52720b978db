package dev.bascule.studies.distribute;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Figure;
import dev.bascule.studies.distribute.DevicesShown.Asked;
import dev.bascule.studies.distribute.PoolReport.SampleEnd;
import dev.bascule.studies.distribute.PoolReport.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A replicas run in figures and words.
 *
 * @param samples how many there were to do
 * @param distinct how many of them differ
 * @param alone rates of each device by itself, in samples a second
 * @param asked the devices, as they were asked for
 * @param placed where each device's session ran; figures of one that did not run there say so in their names
 */
record ReplicaFigures(
        PoolReport report,
        int samples,
        int distinct,
        List<List<Double>> alone,
        List<Asked> asked,
        List<SessionPlacement> placed) {
    private static final String RATE = "samples/s";

    StudyOutcome outcome() {
        return new StudyOutcome(
                setback().or(this::away), figures(), notes(), placed.stream().anyMatch(SessionPlacement::isPartial));
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        double seconds = report.wallNanos() / 1e9;
        for (int i = 0; i < report.devices().size(); i++) {
            Tally device = report.devices().get(i);
            String name = device.name() + placed.get(i).label() + DevicesShown.label(asked.get(i), placed.get(i));
            alone(name, alone.get(i)).ifPresent(figures::add);
            figures.add(Figure.single(
                    "together: " + name, RATE, device.answerMillis().size() / seconds));
            figures.add(Figure.single(
                    "answered: " + name, "samples", device.answerMillis().size()));
            figures.add(Figure.single("stolen: " + name, "samples", device.stolen()));
            figures.add(Figure.single("idle: " + name, "ms", device.idleNanos() / 1e6));
            if (!device.answerMillis().isEmpty()) {
                Samples answers = Samples.ofMillis(device.answerMillis().stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
                Optional<Summary> summary = Summary.of(answers);
                figures.add(new Figure(
                        "an answer takes: " + name,
                        "ms",
                        device.answerMillis(),
                        summary.map(Summary::median),
                        summary.flatMap(Summary::ci95)));
            }
        }
        double together = answered() / seconds;
        figures.add(
                Figure.single("together: all" + (away().isPresent() ? " (not all where asked)" : ""), RATE, together));
        figures.add(Figure.single("answered: all", "samples", answered()));
        figures.add(Figure.single(
                "stolen: all",
                "samples",
                report.devices().stream().mapToInt(Tally::stolen).sum()));
        return figures;
    }

    /** A device by itself; none where it did not come to a round. */
    static Optional<Figure> alone(String name, List<Double> rates) {
        return rates.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure("alone: " + name, RATE, rates, Optional.of(mean(rates)), Optional.empty()));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private long answered() {
        return report.devices().stream()
                .mapToLong(device -> device.answerMillis().size())
                .sum();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("%d of %d samples have a right answer, each exactly one; %s"
                .formatted(
                        report.right(),
                        samples,
                        distinct < samples
                                ? "%d of them differ, and come in turn".formatted(distinct)
                                : "no two are alike"));
        if (distinct == 1 && samples > 1) {
            notes.add("turning the inputs round gives nothing new: an answer to another sample would not be noticed");
        }
        notes.add(
                "every rate is by the wall clock: it holds making inputs, the ways to the device and back, and checking"
                        + " outputs; alone is the mean of two rounds, together a single one that holds starting threads and"
                        + " waiting for work as well: without an interval, so no ratio of them is given");
        for (int i = 0; i < placed.size(); i++) {
            notes.add(report.devices().get(i).name() + ": " + placed.get(i).words()
                    + DevicesShown.added(asked.get(i), placed.get(i)));
        }
        notes.addAll(
                DevicesShown.shared(report.devices().stream().map(Tally::name).toList(), asked, placed));
        for (Tally device : report.devices()) {
            device.lost().ifPresent(lost -> notes.add(words(device, lost)));
        }
        givenUp()
                .forEach((why, which) -> notes.add(
                        "given up after %d devices: sample %s: %s".formatted(SampleTracker.STRIKES, which, why)));
        return notes;
    }

    private String words(Tally device, SampleEvent.DeviceLost lost) {
        String finished = lost.inFlight().isEmpty()
                ? "it was at no sample"
                : lost.inFlight().stream().map(this::after).collect(Collectors.joining("; "));
        return "%s was lost after %.2f s, %d answers: %s; %s"
                .formatted(device.name(), lost.at() / 1e9, device.answerMillis().size(), lost.why(), finished);
    }

    /** Who finished a sample that a lost device was at. */
    private String after(int sample) {
        SampleEnd end = report.ends().get(sample);
        if (end instanceof SampleEnd.Right right) {
            return "it was at sample %d, which %s finished"
                    .formatted(sample, report.devices().get(right.device()).name());
        }
        if (end instanceof SampleEnd.Wrong wrong) {
            return "it was at sample %d, which %s answered wrongly"
                    .formatted(sample, report.devices().get(wrong.device()).name());
        }
        return "it was at sample %d, which %s"
                .formatted(sample, end == null ? "nobody was left to finish" : "was given up");
    }

    /** Samples given up, by why. */
    private Map<String, String> givenUp() {
        Map<String, List<String>> byWhy = new LinkedHashMap<>();
        report.ends().forEach((sample, end) -> {
            if (end instanceof SampleEnd.Failed failed) {
                byWhy.computeIfAbsent(failed.why(), why -> new ArrayList<>()).add(Integer.toString(sample));
            }
        });
        Map<String, String> joined = new LinkedHashMap<>();
        byWhy.forEach((why, which) -> joined.put(why, String.join(", ", which)));
        return joined;
    }

    private Optional<StudyOutcome.Setback> setback() {
        List<String> breaches = report.breaches(samples);
        if (!breaches.isEmpty()) {
            return setback(Verdict.FAILED, ErrorCode.INTERNAL_ERROR, String.join("; ", breaches));
        }
        if (report.interrupted()) {
            return setback(
                    Verdict.SKIPPED,
                    ErrorCode.RUN_INTERRUPTED,
                    "stopped by the user after %d of %d samples".formatted(answered(), samples));
        }
        if (!report.unfinished().isEmpty()) {
            return setback(
                    Verdict.CRASHED,
                    ErrorCode.ALL_DEVICES_LOST,
                    "all %d devices were lost: %d of %d samples had an answer by then"
                            .formatted(report.devices().size(), answered(), samples));
        }
        Optional<String> wrong = report.ends().entrySet().stream()
                .flatMap(entry -> entry.getValue() instanceof SampleEnd.Wrong wrongly
                        ? Stream.of(firstWrong(entry.getKey(), wrongly))
                        : Stream.empty())
                .findFirst();
        if (wrong.isPresent()) {
            return setback(Verdict.WRONG, ErrorCode.NUMERICS_WRONG, wrong.get());
        }
        if (!givenUp().isEmpty()) {
            return setback(
                    Verdict.FAILED,
                    ErrorCode.EXECUTION_FAILED,
                    "sample %s: given up after it failed on %d devices"
                            .formatted(String.join(", ", givenUp().values()), SampleTracker.STRIKES));
        }
        List<String> lost = report.devices().stream()
                .filter(device -> device.lost().isPresent())
                .map(Tally::name)
                .toList();
        return lost.isEmpty()
                ? Optional.empty()
                : setback(
                        Verdict.FLAKY,
                        ErrorCode.DEVICE_LOST,
                        "%s lost on the way; no sample was, all %d have a right answer of the others"
                                .formatted(String.join(", ", lost) + (lost.size() == 1 ? " was" : " were"), samples));
    }

    private String firstWrong(int sample, SampleEnd.Wrong wrong) {
        return "%d of %d samples are wrong; the first is sample %d, on %s: %s"
                .formatted(
                        report.ends().values().stream()
                                .filter(SampleEnd.Wrong.class::isInstance)
                                .count(),
                        samples,
                        sample,
                        report.devices().get(wrong.device()).name(),
                        wrong.how());
    }

    /** Why a device's figures are not that device's. */
    private Optional<StudyOutcome.Setback> away() {
        for (int i = 0; i < placed.size(); i++) {
            Optional<StudyOutcome.Setback> setback =
                    StudyOutcome.Setback.of(report.devices().get(i).name(), placed.get(i));
            if (setback.isPresent()) {
                return setback;
            }
        }
        return Optional.empty();
    }

    private static Optional<StudyOutcome.Setback> setback(Verdict verdict, ErrorCode code, String message) {
        return Optional.of(new StudyOutcome.Setback(verdict, Failure.of(code, message)));
    }
}
