package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.BoundaryValues.Computed;
import dev.bascule.studies.distribute.ModelCut.Part;
import dev.bascule.studies.distribute.OverlapMeter.Overlapped;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One model cut in parts that run one after the other on several devices. Where to cut is said, or searched: a few cuts are
 * measured, a {@link CostModel} made of them predicts all others, and the most promising are measured as well. Then the best
 * is held against the whole model on each device alone, interleaved; and its parts in turn against the same parts overlapped.
 */
public final class SplitStudy {
    /** Cuts that are looked at in a search, spread evenly over a graph that has more. */
    private static final int LOOKED_AT = 48;

    private static final int PROMISING = 2;
    private static final int OVERLAPPED_PAIRS = 4;

    private final StudyContext study;
    private final String cut;
    private final int pairs;
    private final List<DeviceSession> taken = new ArrayList<>();

    /**
     * @param cut {@code auto}, or one place less than there are devices, divided by commas: a fraction, a number of nodes,
     *     the name of a node or value
     * @param pairs of blocks against each device alone
     */
    public SplitStudy(StudyContext study, String cut, int pairs) {
        this.study = study;
        this.cut = cut;
        this.pairs = pairs;
    }

    public StudyOutcome run() {
        try (PartFiles files = new PartFiles()) {
            return run(
                    ModelProto.parseFrom(
                            Files.readAllBytes(study.testCase().artifact().file())),
                    files);
        } catch (IOException e) {
            return StudyOutcome.of(
                    Verdict.UNSUPPORTED,
                    Failure.of(ErrorCode.MODEL_TRUNCATED, "the model cannot be read to be cut: " + e.getMessage()));
        } catch (Stop stop) {
            return StudyOutcome.of(stop.why);
        } finally {
            taken.forEach(DeviceSession::close);
        }
    }

    /** The end of the study on its way out of nested steps; never leaves {@link #run}. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient StudyOutcome.Setback why;

        Stop(StudyOutcome.Setback why) {
            super(why.failure().message());
            this.why = why;
        }
    }

    private StudyOutcome run(ModelProto model, PartFiles files) {
        ModelCut cutter = new ModelCut(model);
        boolean search = cut.equals("auto");
        if (search && study.places().size() != 2) {
            throw new Stop(setback(ErrorCode.USAGE_ERROR, "a cut is searched for two devices only; say --cut"));
        }
        List<Integer> said = search ? List.of() : said(cutter);
        List<Integer> looked = search ? looked(cutter) : said;
        TreeSet<String> names = new TreeSet<>();
        looked.forEach(each -> names.addAll(cutter.offers().getOrDefault(each, List.of())));
        Map<String, Tensor> values =
                new LinkedHashMap<>(study.testCase().feeds().step(0));
        if (!names.isEmpty()) {
            Computed computed = BoundaryValues.of(study, model, names, files);
            if (computed instanceof Computed.Missing missing) {
                throw new Stop(missing.why());
            }
            values.putAll(((Computed.Ready) computed).values());
        }
        List<DeviceSession> wholes = wholes();
        Pipeline pipeline = new Pipeline(study, deviceSessions(study.places(), DeviceNames.of(study.places())));
        SplitMeter meter = new SplitMeter(study, values, pipeline, wholes, files, why -> {
            throw new Stop(why);
        });
        Map<Integer, SplitMeter.QuickMeasurement> seen = new TreeMap<>();
        Optional<Search> found;
        try {
            found = search ? Optional.of(search(cutter, looked, values, meter, seen)) : Optional.empty();
        } catch (Stop stop) {
            return StudyOutcome.of(stop.why).with(List.of(), SplitFigures.measuredSoFar(seen));
        }
        List<Integer> cuts = found.map(best -> List.of(best.cut())).orElse(said);
        List<Part> parts = cutter.parts(cuts, values);
        Optional<StudyOutcome.Setback> fell = Optional.empty();
        Optional<Overlapped> overlapped = Optional.empty();
        try {
            meter.compare(parts, pairs);
            int items = OverlapMeter.items(parts.size(), meter.passageMillis().orElse(0.0));
            OverlapMeter overlap = new OverlapMeter(study, pipeline, samples(items), items, System::nanoTime);
            fell = overlap.run(Math.min(pairs, OVERLAPPED_PAIRS));
            overlapped = Optional.of(overlap.overlapped());
        } catch (Stop stop) {
            fell = Optional.of(stop.why);
        }
        return new SplitFigures(cutter, cuts, meter.compared(parts), overlapped, found, fell).outcome();
    }

    /** What goes through the parts in turn and overlapped, each with its own right outputs. */
    private SampleSet samples(int count) {
        SampleSet.Made made = SampleSet.of(study, count);
        if (made instanceof SampleSet.Made.Missing missing) {
            throw new Stop(missing.why());
        }
        return ((SampleSet.Made.Ready) made).samples();
    }

    private List<Integer> said(ModelCut cutter) {
        List<String> words =
                Arrays.stream(cut.split(",", -1)).map(String::strip).toList();
        TreeSet<Integer> cuts = new TreeSet<>();
        for (String word : words) {
            ModelCut.Found found = cutter.find(word);
            if (found instanceof ModelCut.Found.Nowhere nowhere) {
                throw new Stop(
                        setback(ErrorCode.USAGE_ERROR, "it cannot be cut at '%s': %s".formatted(word, nowhere.why())));
            }
            cuts.add(((ModelCut.Found.At) found).cut());
        }
        if (cuts.size() != study.places().size() - 1) {
            throw new Stop(setback(
                    ErrorCode.USAGE_ERROR,
                    "%d devices want %d different cuts, and there are %d"
                            .formatted(study.places().size(), study.places().size() - 1, cuts.size())));
        }
        return List.copyOf(cuts);
    }

    private static List<Integer> looked(ModelCut cutter) {
        List<Integer> offers = List.copyOf(cutter.offers().keySet());
        if (offers.isEmpty()) {
            throw new Stop(setback(
                    ErrorCode.USAGE_ERROR,
                    "the model cannot be cut: "
                            + cutter.refusals().values().stream()
                                    .findFirst()
                                    .orElse("there are no two nodes to cut between")));
        }
        List<Integer> looked = new ArrayList<>();
        int count = Math.min(LOOKED_AT, offers.size());
        for (int i = 0; i < count; i++) {
            looked.add(offers.get((int) ((long) i * offers.size() / count)));
        }
        return looked;
    }

    private static StudyOutcome.Setback setback(ErrorCode code, String message) {
        return new StudyOutcome.Setback(Verdict.UNSUPPORTED, Failure.of(code, message));
    }

    /**
     * What a search came to.
     *
     * @param cut the best of those measured
     * @param predicted what the model expects, by cut, the most promising first
     * @param measured medians of all of it, in milliseconds, by cut
     * @param transfers the line of each device's ways
     */
    record Search(
            int cut,
            List<CostModel.Predicted> predicted,
            Map<Integer, Double> measured,
            List<TransferModel> transfers) {
        Search {
            transfers = List.copyOf(transfers);
            predicted = List.copyOf(predicted);
            measured = java.util.Collections.unmodifiableMap(new TreeMap<>(measured));
        }
    }

    private Search search(
            ModelCut cutter,
            List<Integer> looked,
            Map<String, Tensor> values,
            SplitMeter meter,
            Map<Integer, SplitMeter.QuickMeasurement> seen) {
        TreeSet<Integer> first = new TreeSet<>();
        for (int quarter = 1; quarter <= 3; quarter++) {
            first.add(looked.get(Math.min(looked.size() - 1, looked.size() * quarter / 4)));
        }
        first.forEach(each -> seen.put(each, meter.quickMeasurement(cutter.parts(List.of(each), values))));
        List<CostModel.Probe> probes = new ArrayList<>();
        seen.forEach((each, quickMeasurement) -> probes.add(new CostModel.Probe(
                each,
                quickMeasurement.shares().get(0),
                quickMeasurement.shares().get(1))));
        List<CostModel.Share> wholes = meter.wholeShares();
        CostModel costs = new CostModel(cutter.size(), wholes.get(0), wholes.get(wholes.size() - 1), probes);
        Map<Integer, CostModel.Bytes> bytes = new TreeMap<>();
        for (int each : looked) {
            List<List<Long>> ways = cutter.parts(List.of(each), values).stream()
                    .map(part -> List.of(
                            SplitMeter.bytes(part.inputs(), values, study),
                            SplitMeter.bytes(part.outputs(), values, study)))
                    .toList();
            bytes.put(each, new CostModel.Bytes(ways.get(0), ways.get(1)));
        }
        List<CostModel.Predicted> predicted = costs.best(bytes);
        predicted.stream()
                .filter(one -> !seen.containsKey(one.cut()))
                .limit(PROMISING)
                .forEach(one -> seen.put(one.cut(), meter.quickMeasurement(cutter.parts(List.of(one.cut()), values))));
        Map<Integer, Double> measured = new TreeMap<>();
        seen.forEach((each, quickMeasurement) -> measured.put(each, quickMeasurement.millis()));
        int best = measured.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow();
        return new Search(best, predicted, measured, costs.transfers());
    }

    /** The whole model on each device, once where one is named twice. */
    private List<DeviceSession> wholes() {
        List<Place> distinct = study.places().stream().distinct().toList();
        return deviceSessions(
                distinct,
                distinct.stream()
                        .map(place -> DeviceNames.plain(place) + " alone")
                        .toList());
    }

    private List<DeviceSession> deviceSessions(List<Place> places, List<String> names) {
        List<DeviceSession> deviceSessions = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            DeviceSession.Taken taking = DeviceSession.take(names.get(i), place, () -> whole(place), study.timeout());
            if (taking instanceof DeviceSession.Taken.Ready ready) {
                taken.add(ready.deviceSession());
                deviceSessions.add(ready.deviceSession());
            } else if (taking instanceof DeviceSession.Taken.NotStarted none) {
                throw new Stop(StudyOutcome.Setback.notStarted(names.get(i), none.failure()));
            } else {
                throw new Stop(StudyOutcome.Setback.of(names.get(i), ((DeviceSession.Taken.NotOpened) taking).fault()));
            }
        }
        return deviceSessions;
    }

    private Job whole(Place place) {
        PreparedCase testCase = study.testCase();
        return new Job(
                study.ids().next(),
                place.backend(),
                testCase.artifact(),
                Feeds.of(testCase.feeds().step(0)),
                testCase.outputs(),
                place.settings(testCase.settings().withEvidence(true)));
    }
}
