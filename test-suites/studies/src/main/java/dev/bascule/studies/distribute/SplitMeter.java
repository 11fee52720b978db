package dev.bascule.studies.distribute;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.DevicesShown.Asked;
import dev.bascule.studies.distribute.ModelCut.Part;
import dev.bascule.studies.distribute.Pipeline.Leg;
import dev.bascule.studies.distribute.Pipeline.Passage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Measures parts of a model on a {@link Pipeline}, and the whole beside it, every output checked. Belongs to one thread. */
final class SplitMeter {
    private static final int WARM_UP = 2;
    private static final int GLANCE = 5;
    private static final double QUICK_MILLIS = 2000;
    private static final int BLOCK = 3;
    /** Passages that take longer come one to a block. */
    private static final double LONG_MILLIS = 400;

    private final StudyContext study;
    private final Map<String, Tensor> values;
    private final Map<String, Tensor> inputs;
    private final Pipeline pipeline;
    private final List<DeviceSession> wholes;
    private final PartFiles files;
    private final Consumer<StudyOutcome.Setback> stop;
    private final List<Passage> through = new ArrayList<>();
    private final List<Samples> own = new ArrayList<>();
    private final Map<String, List<Passage>> alone = new LinkedHashMap<>();
    private final Map<String, List<Samples>> blocks = new LinkedHashMap<>();
    private Optional<String> wrong = Optional.empty();

    /** @param stop throws */
    SplitMeter(
            StudyContext study,
            Map<String, Tensor> values,
            Pipeline pipeline,
            List<DeviceSession> wholes,
            PartFiles files,
            Consumer<StudyOutcome.Setback> stop) {
        this.study = study;
        this.values = values;
        this.inputs = study.testCase().feeds().step(0);
        this.pipeline = pipeline;
        this.wholes = wholes;
        this.files = files;
        this.stop = stop;
    }

    /**
     * A short look at a cut, in medians.
     *
     * @param shares of each part
     */
    record QuickMeasurement(double millis, List<CostModel.Share> shares) {
        QuickMeasurement {
            shares = List.copyOf(shares);
        }
    }

    QuickMeasurement quickMeasurement(List<Part> parts) {
        open(parts, false);
        List<Passage> passages = new ArrayList<>();
        double spent = 0;
        for (int i = -WARM_UP; i < GLANCE && (passages.size() < 2 || spent < QUICK_MILLIS); i++) {
            Passage passage = pass();
            if (i >= 0) {
                passages.add(passage);
                spent += passage.millis();
            }
        }
        List<CostModel.Share> shares = new ArrayList<>();
        for (int part = 0; part < parts.size(); part++) {
            shares.add(share(passages, part));
        }
        return new QuickMeasurement(median(passages, Passage::millis), shares);
    }

    private static CostModel.Share share(List<Passage> passages, int part) {
        Leg leg = passages.get(0).legs().get(part);
        return new CostModel.Share(
                median(passages, passage -> passage.legs().get(part).compute()),
                List.of(
                        new TransferModel.Way(
                                leg.bytesThere(),
                                median(
                                        passages,
                                        passage -> passage.legs().get(part).there())),
                        new TransferModel.Way(
                                leg.bytesBack(),
                                median(
                                        passages,
                                        passage -> passage.legs().get(part).back()))));
    }

    private static double median(List<Passage> passages, ToDoubleFunction<Passage> figure) {
        return Samples.ofMillis(passages.stream().mapToDouble(figure).toArray()).median();
    }

    /** Medians of the whole model on each device alone. */
    List<CostModel.Share> wholeShares() {
        List<CostModel.Share> shares = new ArrayList<>();
        for (DeviceSession whole : wholes) {
            List<Passage> passages = new ArrayList<>();
            double spent = 0;
            for (int i = -WARM_UP; i < GLANCE && (passages.size() < 2 || spent < QUICK_MILLIS); i++) {
                Passage passage = alone(whole);
                if (i >= 0) {
                    passages.add(passage);
                    spent += passage.millis();
                }
            }
            shares.add(share(passages, 0));
        }
        return shares;
    }

    /**
     * The cut against the whole on each device.
     *
     * @param passages of the cut
     * @param alone by device, of the whole
     * @param ratios of the cut's time to the whole's, by device
     * @param evidence where each part's nodes ran, and the whole's, in words
     * @param away why one did not run on the device that it names, if so; figures say so in their names
     * @param partial whether some nodes of one ran elsewhere
     * @param wrong what is wrong with an output, if anything was
     */
    record Compared(
            List<String> devices,
            List<Part> parts,
            List<Passage> passages,
            Map<String, List<Passage>> alone,
            Map<String, Ratio> ratios,
            List<String> evidence,
            Optional<StudyOutcome.Setback> away,
            boolean partial,
            Optional<String> wrong) {}

    /** Measures; what was measured when it ends early is still in {@link #compared}. */
    void compare(List<Part> parts, int pairs) {
        open(parts, true);
        double slowest = quickest(this::pass);
        for (DeviceSession whole : wholes) {
            slowest = Math.max(slowest, quickest(() -> alone(whole)));
        }
        int block = slowest > LONG_MILLIS ? 1 : BLOCK;
        for (int pair = 0; pair < pairs; pair++) {
            boolean forth = pair % 2 == 0;
            if (forth) {
                own.add(block(block, through, this::pass));
            }
            for (int i = 0; i < wholes.size(); i++) {
                DeviceSession whole = wholes.get(forth ? i : wholes.size() - 1 - i);
                blocks.computeIfAbsent(whole.name(), name -> new ArrayList<>())
                        .add(block(
                                block,
                                alone.computeIfAbsent(whole.name(), name -> new ArrayList<>()),
                                () -> alone(whole)));
            }
            if (!forth) {
                own.add(block(block, through, this::pass));
            }
        }
    }

    /** Milliseconds of the quickest passage of the warm-up: the others may have been held up by whatever the machine did. */
    private static double quickest(Supplier<Passage> one) {
        double quickest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < WARM_UP; i++) {
            quickest = Math.min(quickest, one.get().millis());
        }
        return quickest;
    }

    /** What {@link #compare} came to, of whole pairs of blocks as far as ratios go. Closes what is open. */
    Compared compared(List<Part> parts) {
        List<String> evidence = new ArrayList<>();
        List<StudyOutcome.Setback> away = new ArrayList<>();
        boolean partial = false;
        List<String> devices = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<SessionPlacement> parted = new ArrayList<>();
        for (int i = 0; i < pipeline.deviceSessions().size(); i++) {
            DeviceSession deviceSession = pipeline.deviceSessions().get(i);
            SessionPlacement placed = deviceSession.placed();
            String part = "part %d on %s".formatted(i + 1, deviceSession.name());
            Asked asked = Asked.of(deviceSession.place());
            evidence.add(part + ": " + placed.words() + DevicesShown.added(asked, placed));
            StudyOutcome.Setback.of(part, placed).ifPresent(away::add);
            partial |= placed.isPartial();
            devices.add(deviceSession.name() + placed.label() + DevicesShown.label(asked, placed));
            names.add(part);
            parted.add(placed);
        }
        evidence.addAll(DevicesShown.shared(
                names,
                Asked.of(pipeline.deviceSessions().stream()
                        .map(DeviceSession::place)
                        .toList()),
                parted));
        Map<String, Ratio> ratios = new LinkedHashMap<>();
        Map<String, List<Passage>> labeled = new LinkedHashMap<>();
        for (DeviceSession whole : wholes) {
            SessionPlacement placed = whole.placed();
            evidence.add(whole.name() + ": " + placed.words() + DevicesShown.added(Asked.of(whole.place()), placed));
            StudyOutcome.Setback.of(whole.name(), placed).ifPresent(away::add);
            partial |= placed.isPartial();
            String name = whole.name() + placed.label();
            if (alone.containsKey(whole.name())) {
                labeled.put(name, alone.get(whole.name()));
            }
            List<Samples> beside = blocks.getOrDefault(whole.name(), List.of());
            int whichHaveBoth = Math.min(own.size(), beside.size());
            if (whichHaveBoth > 0) {
                ratios.put(name, Ratio.ofPairs(own.subList(0, whichHaveBoth), beside.subList(0, whichHaveBoth)));
            }
        }
        return new Compared(
                devices,
                parts,
                through,
                labeled,
                ratios,
                evidence,
                away.stream().findFirst(),
                partial,
                wrong);
    }

    /** Milliseconds of a passage of the cut, of those measured; empty before the first. */
    Optional<Double> passageMillis() {
        return through.isEmpty() ? Optional.empty() : Optional.of(median(through, Passage::millis));
    }

    private static Samples block(int count, List<Passage> into, Supplier<Passage> one) {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            Passage passage = one.get();
            into.add(passage);
            millis[i] = passage.millis();
        }
        return Samples.ofMillis(millis);
    }

    private void open(List<Part> parts, boolean evidence) {
        pipeline.open(parts, values, files, evidence)
                .ifPresent(fell -> stop.accept(StudyOutcome.Setback.of(fell.where(), fell.fault())));
    }

    private void mayGoOn() {
        if (Thread.currentThread().isInterrupted()) {
            stop.accept(StudyOutcome.Setback.interrupted());
        }
    }

    private Passage pass() {
        mayGoOn();
        Pipeline.Result result = pipeline.pass(inputs, study.timeout());
        if (result instanceof Pipeline.Result.Stuck stuck) {
            stop.accept(
                    StudyOutcome.Setback.of(stuck.fell().where(), stuck.fell().fault()));
        }
        Passage passage = ((Pipeline.Result.Through) result).passage();
        check("the cut model", passage);
        return passage;
    }

    private Passage alone(DeviceSession whole) {
        mayGoOn();
        long began = System.nanoTime();
        Reply<Inference> reply = whole.infer(inputs, study.timeout());
        if (reply instanceof Reply.Failed<Inference> failed) {
            stop.accept(StudyOutcome.Setback.of(whole.name(), failed.fault()));
        }
        double millis = (System.nanoTime() - began) / 1e6;
        Inference inference = reply.result().orElseThrow();
        Passage passage = new Passage(inference.outputs(), List.of(Leg.of(inference, inputs)), millis);
        check(whole.name(), passage);
        return passage;
    }

    /** Outside of what is timed. */
    private void check(String who, Passage passage) {
        Optional<String> bad = SampleSet.check(
                study.reference().steps().get(0),
                passage.outputs(),
                study.reference().rule());
        wrong = wrong.or(() -> bad.map(how -> who + ": " + how));
    }

    /** The bytes of these values; what is the model's own output is as large as the reference has it. */
    static long bytes(List<String> names, Map<String, Tensor> values, StudyContext study) {
        Map<String, Tensor> outputs = study.reference().steps().get(0);
        return names.stream()
                .map(name -> Optional.ofNullable(values.get(name)).or(() -> Optional.ofNullable(outputs.get(name))))
                .flatMap(Optional::stream)
                .mapToLong(tensor -> tensor.data().remaining())
                .sum();
    }
}
