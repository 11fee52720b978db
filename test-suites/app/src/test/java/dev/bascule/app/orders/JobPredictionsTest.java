package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.prediction.Attempts;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.OperatorEvidence;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the data that the product brings, which are of one machine. */
class JobPredictionsTest {
    private static final KnownMachines SHIPPED = KnownMachines.shipped();

    private final AtomicInteger read = new AtomicInteger();
    private final JobPredictions predictions = new JobPredictions(() -> {
        read.incrementAndGet();
        return SHIPPED;
    });

    private static Inventory machine(String processor, int processors) {
        return Inventory.of(
                "linux",
                "x86_64",
                processor,
                processors,
                1L << 33,
                Map.of("cpu", "session", "wasm", "session"),
                Map.of("chromium", "156.0.8078.108", "firefox", "153.8.0"),
                List.of(),
                Set.of());
    }

    private static final Inventory LIKE = machine("AMD EPYC", 2);

    private static String model(String name) {
        return SHIPPED.set().models().values().stream()
                .filter(one -> one.name().equals(name))
                .map(PredictedModel::sha256)
                .findFirst()
                .orElseThrow();
    }

    private static JobRequest job(JobKind kind, String sha256, Map<String, String> settings, String... chains) {
        return job(kind, settings, fed(sha256, Map.of(), Map.of()), chains);
    }

    private static CasesOrder.Model fed(String sha256, Map<String, CasesOrder.Input> inputs, Map<String, Long> dims) {
        return new CasesOrder.Model(
                "zoo",
                "zoo:any",
                "any",
                sha256,
                List.of(),
                List.of(),
                inputs,
                Optional.empty(),
                dims,
                Map.of(),
                Map.of());
    }

    private static JobRequest job(
            JobKind kind, Map<String, String> settings, CasesOrder.Model model, String... chains) {
        CasesOrder order = new CasesOrder(
                CasesOrder.VERSION,
                new CasesOrder.Run("run", "suite", "hash", 1, "bascule run"),
                "case",
                model,
                settings,
                List.of(chains),
                "off",
                "any",
                0,
                new BrowserWish(List.of("all"), "auto", Optional.empty(), Optional.empty()));
        return new JobRequest(
                JobRequest.idOf("run", 1),
                "run",
                1,
                kind,
                Words.write(order),
                List.of(),
                new Requirement.Anything(),
                order.likeness(),
                0,
                Optional.empty(),
                Set.of(),
                true,
                Duration.ofMinutes(15),
                Set.of(),
                false);
    }

    private ServiceTime of(String sha256, Inventory machine, Map<String, String> settings, String... chains) {
        return predictions.of(job(JobKind.CASES, sha256, settings, chains), machine);
    }

    private static Duration median(ServiceTime time) {
        assertThat(time).isInstanceOf(ServiceTime.Known.class);
        return ((ServiceTime.Known) time).median();
    }

    @Test
    void a_large_model_takes_longer_than_a_small_one_with_an_interval_and_as_predicted() {
        ServiceTime large = of(model("resnet-18"), LIKE, Map.of("measureLimit", "1m"), "cpu");
        ServiceTime small = of(model("gru-kws"), LIKE, Map.of("measureLimit", "1m"), "cpu");

        assertThat(median(large)).isGreaterThan(median(small));
        assertThat(large).isInstanceOfSatisfying(ServiceTime.Known.class, known -> {
            assertThat(known.source()).isEqualTo(ServiceTime.Source.PREDICTED);
            assertThat(known.low()).isLessThan(known.median());
            assertThat(known.high()).isGreaterThan(known.median());
        });
        assertThat(read).hasValue(1);
    }

    @Test
    void chains_and_browsers_add_up() {
        ServiceTime one = of(model("gru-kws"), LIKE, Map.of(), "cpu");
        ServiceTime inTwoBrowsers = of(model("gru-kws"), LIKE, Map.of(), "wasm");
        ServiceTime both = of(model("gru-kws"), LIKE, Map.of(), "cpu", "wasm");

        assertThat(median(inTwoBrowsers)).isGreaterThan(median(one));
        assertThat(median(both)).isEqualTo(median(one).plus(median(inTwoBrowsers)));
    }

    @Test
    void what_nobody_measured_the_like_of_stays_unknown_and_says_why() {
        assertThat(of(model("gru-kws"), machine("Another", 2), Map.of(), "cpu"))
                .isInstanceOfSatisfying(
                        ServiceTime.Unknown.class,
                        no -> assertThat(no.because()).endsWith("no machine with 2 of Another was measured"));
        assertThat(of(model("gru-kws"), machine("AMD EPYC", 4), Map.of(), "cpu"))
                .isInstanceOf(ServiceTime.Unknown.class);
        assertThat(of("ab".repeat(32), LIKE, Map.of(), "cpu"))
                .isInstanceOfSatisfying(
                        ServiceTime.Unknown.class,
                        no -> assertThat(no.because())
                                .contains("what its kernels are with inputs of these sizes is not known"));
        assertThat(of(model("gru-kws"), LIKE, Map.of(), "webgpu")).isInstanceOf(ServiceTime.Unknown.class);
    }

    private static void isUnknown(ServiceTime time, String why) {
        assertThat(time)
                .isInstanceOfSatisfying(
                        ServiceTime.Unknown.class,
                        no -> assertThat(no.because()).contains(why));
    }

    @ParameterizedTest
    @CsvSource({
        "executionMode, parallel",
        "graphOptimization, disabled",
        "precision, fp16",
        "arena, off",
        "inputs, host",
        "device, 1",
        "deviceMemoryLimit, 2147483648"
    })
    void by_settings_that_the_data_know_nothing_of_there_is_no_time(String setting, String value) {
        isUnknown(of(model("gru-kws"), LIKE, Map.of(setting, value), "cpu"), "by %s=".formatted(setting));
    }

    @Test
    void a_time_is_of_the_sizes_that_are_asked_for_and_of_no_others() {
        String sha256 = model("gru-kws");
        isUnknown(of(sha256, LIKE, Map.of("batch", "32"), "cpu"), "inputs of these sizes is not known");
        isUnknown(
                predictions.of(job(JobKind.CASES, Map.of(), fed(sha256, Map.of(), Map.of("time", 99L)), "cpu"), LIKE),
                "inputs of these sizes is not known");
        isUnknown(
                predictions.of(
                        job(
                                JobKind.CASES,
                                Map.of(),
                                fed(
                                        sha256,
                                        Map.of("x", new CasesOrder.Input("shape", "[1,10,99]", Optional.empty())),
                                        Map.of()),
                                "cpu"),
                        LIKE),
                "nothing here tells the shapes");

        KnownMachines eight = new KnownMachines(
                SHIPPED.set(),
                SHIPPED.words(),
                SHIPPED.set().models().keySet().stream()
                        .collect(Collectors.toMap(key -> key, key -> Set.of(Map.of("batch", "8", "dim.time", "25")))),
                SHIPPED.ends());
        JobPredictions ofEight = new JobPredictions(() -> eight);
        isUnknown(ofEight.of(job(JobKind.CASES, sha256, Map.of(), "cpu"), LIKE), "inputs of these sizes is not known");
        assertThat(ofEight.of(job(JobKind.CASES, sha256, Map.of("batch", "8"), "cpu"), LIKE))
                .isInstanceOf(ServiceTime.Known.class);
    }

    private static final PredictedModel GRU = SHIPPED.set().models().values().stream()
            .filter(one -> one.name().equals("gru-kws"))
            .findFirst()
            .orElseThrow();

    /** On native CPU of a machine. */
    private static TimedAttempt ended(String sha256, String machine, Outcome outcome) {
        return new TimedAttempt(
                new TimedAttempt.Origin("run", Attempts.START, machine, false),
                TimedAttempt.Subject.of(
                        "gru-kws", sha256, Family.AUDIO, "keyword-spotting", GRU.inputs(), Map.of("batch", "1")),
                new Target(
                        Backends.NATIVE_CPU,
                        Optional.empty(),
                        new Engine(
                                "onnxruntime", cpu().target().replaceAll("^.*onnxruntime-|/.*$", ""), Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                OptionalInt.of(1),
                0,
                outcome,
                Optional.empty(),
                new TimedAttempt.Place(ProofClass.PROVEN, Optional.of("cpu"), OptionalDouble.of(1)),
                new TimedAttempt.Costs(Samples.NONE, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static TargetKey cpu() {
        return SHIPPED.set().targets().keySet().stream()
                .filter(TargetKey::isReferenceCpu)
                .findFirst()
                .orElseThrow();
    }

    /** Of data, and of a history of these ends. */
    private static JobPredictions after(TrainingSet set, TimedAttempt... attempts) {
        KnownMachines known = new KnownMachines(
                set,
                Map.of(cpu().machine(), "AMD EPYC, 2 cores, Linux", "its twin", "AMD EPYC, 2 cores, Linux"),
                SHIPPED.asked(),
                KnownMachines.Ends.of(set, List.of(attempts), OperatorEvidence.NONE));
        return new JobPredictions(() -> known);
    }

    @Test
    void where_a_model_ended_badly_there_is_no_time_and_the_reason_is_that_of_predict() {
        JobPredictions failed = after(SHIPPED.set(), ended(GRU.sha256(), cpu().machine(), Outcome.UNSUPPORTED));
        isUnknown(
                failed.of(job(JobKind.CASES, GRU.sha256(), Map.of(), "cpu"), LIKE),
                "on %s cannot run: it was unsupported there on 2026-11-28".formatted(cpu()));
        assertThat(failed.of(job(JobKind.CASES, model("resnet-18"), Map.of(), "cpu"), LIKE))
                .as("others are not concerned")
                .isInstanceOf(ServiceTime.Known.class);
        assertThat(failed.of(job(JobKind.CASES, GRU.sha256(), Map.of(), "wasm"), LIKE))
                .as("other targets are not concerned")
                .isInstanceOf(ServiceTime.Known.class);
    }

    @Test
    void negative_control_a_model_that_ran_right_since_has_a_time() {
        assertThat(after(SHIPPED.set(), ended(GRU.sha256(), cpu().machine(), Outcome.SUCCEEDED))
                        .of(job(JobKind.CASES, GRU.sha256(), Map.of(), "cpu"), LIKE))
                .isInstanceOf(ServiceTime.Known.class);
    }

    @Test
    void what_a_machine_like_it_showed_counts_unless_the_model_ran_right() {
        TimedAttempt there = ended(GRU.sha256(), "its twin", Outcome.WRONG);
        TrainingSet never = SHIPPED.set()
                .observed(one -> !one.target().equals(cpu()) || !one.model().equals(GRU.key()));
        isUnknown(
                after(never, there).of(job(JobKind.CASES, GRU.sha256(), Map.of(), "cpu"), LIKE), "it was wrong there");
        assertThat(after(SHIPPED.set(), there).of(job(JobKind.CASES, GRU.sha256(), Map.of(), "cpu"), LIKE))
                .isInstanceOf(ServiceTime.Known.class);
    }

    @Test
    void times_of_conformance_cases_are_not_predicted() {
        assertThat(predictions.of(job(JobKind.CONFORMANCE, model("gru-kws"), Map.of(), "cpu"), LIKE))
                .isInstanceOf(ServiceTime.Unknown.class);
        assertThat(read).hasValue(0);
    }
}
