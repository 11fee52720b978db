package dev.bascule.studies.distribute;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Figure;
import dev.bascule.studies.distribute.Pipeline.Leg;
import dev.bascule.studies.distribute.Pipeline.Passage;
import dev.bascule.studies.distribute.SplitMeter.Compared;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * A split in figures and words; what was predicted stands in a column of its own.
 *
 * @param cuts that were measured against each device alone
 * @param overlapped the parts in turn and at the same time; empty where it did not come to that
 * @param search how the cut was found; empty where it was said
 * @param fell why measuring ended early, if it did; what was measured by then is shown
 */
record SplitFigures(
        ModelCut cutter,
        List<Integer> cuts,
        Compared compared,
        Optional<OverlapMeter.Overlapped> overlapped,
        Optional<SplitStudy.Search> search,
        Optional<StudyOutcome.Setback> fell) {

    StudyOutcome outcome() {
        Optional<StudyOutcome.Setback> setback = compared.wrong()
                .map(how -> new StudyOutcome.Setback(Verdict.WRONG, Failure.of(ErrorCode.NUMERICS_WRONG, how)))
                .or(() -> fell)
                .or(compared::away);
        return new StudyOutcome(
                setback, compared.passages().isEmpty() ? List.of() : figures(), notes(), compared.partial());
    }

    /** Of a search that ended early, what it had by then. */
    static List<String> measuredSoFar(Map<Integer, SplitMeter.QuickMeasurement> seen) {
        return seen.isEmpty()
                ? List.of("the search for a cut ended before any was measured")
                : List.of("the search for a cut ended early; measured by then: "
                        + seen.entrySet().stream()
                                .map(entry -> "after node %d %s ms"
                                        .formatted(
                                                entry.getKey(),
                                                short3(entry.getValue().millis())))
                                .collect(Collectors.joining("; ")));
    }

    private List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        List<Passage> passages = compared.passages();
        figures.add(of("split: total", passages, Passage::millis));
        search.flatMap(this::predicted).ifPresent(figures::add);
        compared.alone().forEach((name, alone) -> figures.add(of(name + ": total", alone, Passage::millis)));
        figures.add(of("split: computing", passages, Passage::computing));
        compared.alone().forEach((name, alone) -> figures.add(of(name + ": computing", alone, Passage::computing)));
        figures.add(of("split: ways", passages, Passage::ways));
        compared.alone().forEach((name, alone) -> figures.add(of(name + ": ways", alone, Passage::ways)));
        for (int i = 0; i < compared.devices().size(); i++) {
            int part = i;
            String device = compared.devices().get(i);
            String own = "split: part %d on %s".formatted(i + 1, device);
            figures.add(of(
                    own + " computes", passages, passage -> leg(passage, part).compute()));
            figures.add(of(
                    own + ", way there", passages, passage -> leg(passage, part).there()));
            figures.add(of(
                    own + ", way back", passages, passage -> leg(passage, part).back()));
            figures.add(Figure.single(
                    own + ", bytes there", "bytes", leg(passages.get(0), part).bytesThere()));
            figures.add(Figure.single(
                    own + ", bytes back", "bytes", leg(passages.get(0), part).bytesBack()));
        }
        compared.ratios()
                .forEach((name, ratio) -> figures.add(new Figure(
                        "split: times " + name, "1", ratios(name), Optional.of(ratio.value()), ratio.ci95())));
        overlapped.ifPresent(measured -> figures.addAll(OverlapFigures.figures(measured, compared.devices())));
        return figures;
    }

    /** Each passage of the cut over the one beside it. */
    private List<Double> ratios(String name) {
        List<Passage> alone = compared.alone().getOrDefault(name, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(alone.size(), compared.passages().size()); i++) {
            ratios.add(compared.passages().get(i).millis() / alone.get(i).millis());
        }
        return ratios;
    }

    private static Leg leg(Passage passage, int part) {
        return passage.legs().get(part);
    }

    private Optional<Figure> predicted(SplitStudy.Search found) {
        return found.predicted().stream()
                .filter(one -> one.cut() == found.cut())
                .findFirst()
                .map(one -> new Figure(
                        "predicted: total",
                        "ms",
                        List.of(one.millis()),
                        Optional.of(one.millis()),
                        Optional.of(new Interval(one.low(), one.high()))));
    }

    private static Figure of(String name, List<Passage> passages, ToDoubleFunction<Passage> figure) {
        double[] millis = passages.stream().mapToDouble(figure).toArray();
        Optional<Summary> summary = Summary.of(Samples.ofMillis(millis));
        return new Figure(
                name,
                "ms",
                java.util.Arrays.stream(millis).boxed().toList(),
                summary.map(Summary::median),
                summary.flatMap(Summary::ci95));
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("cut " + cuts.stream().map(cutter::words).collect(Collectors.joining(", and ")) + "; across go "
                + cuts.stream().map(this::boundary).collect(Collectors.joining(", and ")));
        fell.ifPresent(why -> notes.add("it ended early: %d passages of the cut were measured by then"
                .formatted(compared.passages().size())));
        notes.addAll(compared.evidence());
        search.ifPresent(found -> {
            notes.add("%d cuts looked at, %d measured: %s"
                    .formatted(
                            found.predicted().size(),
                            found.measured().size(),
                            found.measured().entrySet().stream()
                                    .map(entry -> measured(found, entry.getKey(), entry.getValue()))
                                    .collect(Collectors.joining("; "))));
            for (int device = 0; device < found.transfers().size(); device++) {
                notes.add("the ways that predictions are made of: %s, %s"
                        .formatted(
                                compared.devices().get(device),
                                transfer(found.transfers().get(device))));
            }
            notes.add(
                    "each measured cut, its computing and its ways, is predicted from the others and from the whole on"
                            + " each device");
        });
        if (!cutter.refusals().isEmpty()) {
            notes.add("%d cuts are not offered: the first, %s, for %s"
                    .formatted(
                            cutter.refusals().size(),
                            cutter.words(cutter.refusals().keySet().iterator().next()),
                            cutter.refusals().values().iterator().next()));
        }
        overlapped.ifPresent(measured -> notes.addAll(OverlapFigures.notes(measured)));
        notes.add(
                "a way is all that is no computing: from the host's memory to the engine's inputs, or from its outputs to"
                        + " the host's memory; the whole on a device alone goes the same ways");
        return notes;
    }

    private String boundary(int cut) {
        List<String> values = cutter.offers().getOrDefault(cut, List.of());
        return values.isEmpty()
                ? "no tensors"
                : values.size() <= 3 ? String.join(", ", values) : values.size() + " tensors";
    }

    private static String measured(SplitStudy.Search found, int cut, double millis) {
        return "after node %d %s"
                .formatted(
                        cut,
                        found.predicted().stream()
                                .filter(one -> one.cut() == cut)
                                .findFirst()
                                .map(one -> "%s ms (predicted %s to %s ms)"
                                        .formatted(short3(millis), short3(one.low()), short3(one.high())))
                                .orElse(short3(millis) + " ms"));
    }

    private static String transfer(TransferModel model) {
        return "%s ms each%s"
                .formatted(
                        short3(model.latencyMillis()),
                        Double.isInfinite(model.bandwidth())
                                ? ", whatever the size"
                                : ", and %s MB/s on top".formatted(short3(model.bandwidth() / 1e6)));
    }

    private static String short3(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
