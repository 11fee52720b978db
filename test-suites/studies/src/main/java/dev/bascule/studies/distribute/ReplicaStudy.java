package dev.bascule.studies.distribute;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The same model on several devices at once: samples are spread over them, idle ones steal, what a lost one was at is
 * finished by others, and every answer is checked. First each device is measured alone, twice, in the order A B … B A.
 */
public final class ReplicaStudy {
    private static final int WARM_UP = 2;
    private static final int LEAST = 3;
    private static final Duration ROUND = Duration.ofSeconds(2);

    private final StudyContext study;
    private final int samples;
    private final List<DeviceSession> deviceSessions = new ArrayList<>();

    /** @param samples how many to spread */
    public ReplicaStudy(StudyContext study, int samples) {
        this.study = study;
        this.samples = samples;
    }

    public StudyOutcome run() {
        SampleSet.Made made = SampleSet.of(study, samples);
        if (made instanceof SampleSet.Made.Missing missing) {
            return StudyOutcome.of(missing.why());
        }
        SampleSet set = ((SampleSet.Made.Ready) made).samples();
        try {
            Optional<StudyOutcome.Setback> unseated = deviceSession();
            if (unseated.isPresent()) {
                return StudyOutcome.of(unseated.get());
            }
            List<Alone> alone = new ArrayList<>();
            deviceSessions.forEach(deviceSession -> alone.add(new Alone(deviceSession.name())));
            for (int turn = 0; turn < 2 * deviceSessions.size(); turn++) {
                int device = turn < deviceSessions.size() ? turn : 2 * deviceSessions.size() - 1 - turn;
                Optional<StudyOutcome.Setback> fell = alone.get(device).round(deviceSessions.get(device), set);
                if (fell.isPresent()) {
                    return StudyOutcome.of(fell.get())
                            .with(
                                    alone.stream()
                                            .flatMap(one ->
                                                    ReplicaFigures.alone(one.labeled(deviceSessions), one.rates())
                                                            .stream())
                                            .toList(),
                                    List.of("it ended before the samples were spread"));
                }
            }
            ReplicaPool pool = new ReplicaPool(
                    deviceSessions,
                    samples,
                    set::inputs,
                    set::check,
                    Watchdog.usual(study.timeout()),
                    System::nanoTime);
            PoolReport report = pool.run();
            return new ReplicaFigures(
                            report,
                            samples,
                            set.distinct(),
                            alone.stream().map(Alone::rates).toList(),
                            DevicesShown.Asked.of(study.places()),
                            deviceSessions.stream().map(DeviceSession::placed).toList())
                    .outcome()
                    .with(
                            List.of(),
                            alone.stream().flatMap(one -> one.lost.stream()).toList());
        } finally {
            deviceSessions.forEach(DeviceSession::close);
        }
    }

    private Optional<StudyOutcome.Setback> deviceSession() {
        List<String> names = DeviceNames.of(study.places());
        for (int i = 0; i < names.size(); i++) {
            Place place = study.places().get(i);
            DeviceSession.Taken taken = DeviceSession.take(names.get(i), place, () -> job(place), study.timeout());
            if (taken instanceof DeviceSession.Taken.Ready ready) {
                deviceSessions.add(ready.deviceSession());
            } else if (taken instanceof DeviceSession.Taken.NotStarted none) {
                return Optional.of(StudyOutcome.Setback.notStarted(names.get(i), none.failure()));
            } else {
                return Optional.of(
                        StudyOutcome.Setback.of(names.get(i), ((DeviceSession.Taken.NotOpened) taken).fault()));
            }
        }
        return Optional.empty();
    }

    private Job job(Place place) {
        PreparedCase testCase = study.testCase();
        return new Job(
                study.ids().next(),
                place.backend(),
                testCase.artifact(),
                Feeds.of(testCase.feeds().step(0)),
                testCase.outputs(),
                place.settings(testCase.settings().withEvidence(true)));
    }

    /** One device by itself, in samples a second. Belongs to one thread. */
    private final class Alone {
        private final String name;
        private final List<Double> rates = new ArrayList<>();
        private Optional<String> lost = Optional.empty();

        Alone(String name) {
            this.name = name;
        }

        List<Double> rates() {
            return rates;
        }

        /** Its name, with what shows that it ran there. */
        String labeled(List<DeviceSession> all) {
            return all.stream()
                    .filter(deviceSession -> deviceSession.name().equals(name))
                    .map(deviceSession -> name + deviceSession.placed().label())
                    .findFirst()
                    .orElse(name);
        }

        /** Answers for two seconds, three at least and as many as there are samples at most, after two that do not count. */
        Optional<StudyOutcome.Setback> round(DeviceSession deviceSession, SampleSet set) {
            if (lost.isPresent()) {
                return Optional.empty();
            }
            long spent = 0;
            int count = 0;
            for (int i = -WARM_UP; i < samples && (count < LEAST || spent < ROUND.toNanos()); i++) {
                if (Thread.currentThread().isInterrupted()) {
                    return Optional.of(StudyOutcome.Setback.interrupted());
                }
                int sample = Math.floorMod(i, samples);
                long began = System.nanoTime();
                Reply<Inference> reply = deviceSession.infer(set.inputs(sample), study.timeout());
                if (reply instanceof Reply.Failed<Inference> failed) {
                    return fell(failed.fault(), deviceSession);
                }
                Optional<String> wrong =
                        set.check(sample, reply.result().orElseThrow().outputs());
                if (wrong.isPresent()) {
                    return Optional.of(new StudyOutcome.Setback(
                            Verdict.WRONG,
                            Failure.of(
                                    ErrorCode.NUMERICS_WRONG,
                                    "sample %d on %s, alone: %s".formatted(sample, name, wrong.get()))));
                }
                if (i >= 0) {
                    // Inputs and checks too: the pool's wall clock holds them as well.
                    spent += System.nanoTime() - began;
                    count++;
                }
            }
            rates.add(count * 1e9 / spent);
            return Optional.empty();
        }

        /** A device that is lost by itself is lost to the pool as well, where the others do its samples. */
        private Optional<StudyOutcome.Setback> fell(Fault fault, DeviceSession deviceSession) {
            StudyOutcome.Setback why = StudyOutcome.Setback.of(name + ", alone", fault);
            if (fault instanceof Fault.Refused || Thread.currentThread().isInterrupted()) {
                return Optional.of(why);
            }
            deviceSession.kill();
            lost = Optional.of("%s was lost while it was measured alone: %s"
                    .formatted(name, why.failure().message()));
            return Optional.empty();
        }
    }
}
