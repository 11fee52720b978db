package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Predicts the same of every gap in turn: with an interval, without one, and nothing. */
final class FakePredictions implements PredictionService {
    static final PredictionFacts.Data DATA = new PredictionFacts.Data(
            48,
            27,
            7,
            4,
            352,
            Optional.of(Instant.parse("2026-11-27T10:00:00Z")),
            Optional.of(Instant.parse("2026-11-28T10:00:00Z")));

    /** Whether something was measured, at each question. */
    final List<Boolean> asked = new CopyOnWriteArrayList<>();

    @Override
    public List<Prediction> predict(List<Gap> gaps, boolean measuring) {
        asked.add(measuring);
        List<Prediction> all = new ArrayList<>();
        for (int i = 0; i < gaps.size(); i++) {
            all.add(
                    measuring
                            ? new NotYet("something is being measured")
                            : switch (i % 3) {
                                case 0 -> time(Optional.of(new Interval(3, 7, 0.9)));
                                case 1 -> time(Optional.empty());
                                default -> new Unknown("of models measured there are 2, and predictions take 5");
                            });
        }
        return all;
    }

    private static Time time(Optional<Interval> interval) {
        return new Time(
                "native/onnxruntime-1.29.0/cpu-cpu",
                1,
                4.5,
                interval,
                interval.isPresent() ? Optional.empty() : Optional.of("it takes 9 architectures, and there are 3"),
                "L1",
                "the graph, and native CPU measured here",
                "new architecture",
                "class-blend",
                30,
                20,
                interval.map(known -> 0.14),
                interval.isPresent() ? Optional.empty() : Optional.of("never seen there: Loop"));
    }

    @Override
    public Optional<PredictionFacts> facts(boolean measuring) {
        asked.add(measuring);
        return Optional.of(new PredictionFacts(
                DATA,
                List.of(new PredictionFacts.TargetFacts(
                        "f1e2",
                        Optional.empty(),
                        "native/onnxruntime-1.29.0/cpu-cpu",
                        "native cpu",
                        1,
                        48,
                        4,
                        Optional.of(0.03),
                        PredictionFacts.Standing.KNOWN)),
                List.of(new PredictionFacts.LayerFacts(
                        "f1e2",
                        "minimum",
                        "the minimum as a figure",
                        "L1",
                        "class-blend",
                        false,
                        "left out: minima are missed by 57.0 % on new architectures, and medians by 34.0 %")),
                Optional.of(new PredictionFacts.Later(
                        Instant.parse("2026-11-28T09:00:00Z"),
                        List.of(new PredictionFacts.Foretold("class-work", "L0", 51, 0.16, 0.2, Optional.empty())))),
                new PredictionFacts.Held(
                        12,
                        9,
                        1,
                        0,
                        2,
                        true,
                        List.of(new PredictionFacts.HeldRow(
                                "all",
                                "all",
                                9,
                                0.4,
                                List.of(new PredictionFacts.Coverage(
                                        0.9,
                                        0.33,
                                        Optional.of(List.of(0.07, 0.7)),
                                        Optional.empty(),
                                        Optional.of(true))))),
                        List.of(new PredictionFacts.HeldTime(
                                Instant.parse("2026-11-28T09:30:00Z"),
                                "serve",
                                "bert-tiny",
                                "f1e2",
                                "native/onnxruntime-1.29.0/cpu-cpu",
                                1,
                                "median",
                                "L1",
                                4.5,
                                Optional.of(new Interval(3, 7, 0.9)),
                                8.1,
                                Optional.of(false)))),
                new PredictionFacts.Stored(
                        Instant.parse("2026-11-28T12:00:00Z"),
                        "0.1.0",
                        List.of("a CPU"),
                        DATA,
                        List.of(new PredictionFacts.Result(
                                "one architecture left out",
                                "flops",
                                "L0",
                                true,
                                false,
                                313,
                                27,
                                0.52,
                                0.61,
                                Optional.of(new PredictionFacts.Coverage(
                                        0.9,
                                        0.93,
                                        Optional.of(List.of(0.89, 0.95)),
                                        Optional.of(3.1),
                                        Optional.of(false))))))));
    }
}
