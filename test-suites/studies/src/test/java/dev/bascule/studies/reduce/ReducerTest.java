package dev.bascule.studies.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.trial.PublishedOutputs;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is said of the whole model, and what an interrupt or a dead target leaves; the engines are played. */
public class ReducerTest {
    /** So that no limit of time is reached. */
    private static final Clock STILL = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static final ReproModel SPECIMEN = repro();
    private static final Trial ONE = gives(1);
    private static final Trial TWO = gives(2);
    private static final Trial LOST_TO_THE_INTERRUPT = repro -> {
        Thread.currentThread().interrupt();
        return new TrialOutcome.Fell(new Fault.Lost("first", "interrupted"));
    };

    public static ReproModel repro() {
        GraphProto graph = GraphProto.newBuilder()
                .setName("one")
                .addInput(Protos.typed("x", floats(1)))
                .addNode(NodeProto.newBuilder().setOpType("Relu").addInput("x").addOutput("y"))
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .build();
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(graph)
                .build();
        return new ReproModel(model, Map.of("x", floats(1)));
    }

    private static Tensor floats(float value) {
        return Tensor.floats(Shape.of(1), new float[] {value});
    }

    private static Trial gives(float value) {
        return repro -> new TrialOutcome.Ran(Map.of("y", floats(value)));
    }

    /** The case's own rule, whole and in parts: so much, absolutely. */
    private static Optional<PublishedOutputs> expects(float value, double tolerance) {
        Tolerance own = Tolerance.absolute(tolerance, "the case's own");
        return Optional.of(new PublishedOutputs(
                Map.of("y", floats(value)), (output, dtype) -> own, (name, expected, depth) -> own));
    }

    private static Reduction reduce(Trial reference, Trial target, Optional<PublishedOutputs> published) {
        return new Reducer(reference, target, new Reducer.Limits(Duration.ofMinutes(1), 20), 1, STILL)
                .reduce(SPECIMEN, published, step -> {});
    }

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    @Test
    void an_interrupt_in_the_first_run_on_the_target_is_no_crash_of_the_model() {
        assertThat(reduce(ONE, LOST_TO_THE_INTERRUPT, Optional.empty())).isEqualTo(new Reduction.Interrupted());
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void an_interrupt_in_the_first_run_of_the_reference_is_not_a_model_that_it_does_not_run() {
        assertThat(reduce(LOST_TO_THE_INTERRUPT, TWO, Optional.empty())).isEqualTo(new Reduction.Interrupted());
    }

    @Test
    void negative_control_a_target_that_is_lost_without_an_interrupt_is_a_finding() {
        Trial lost = repro -> new TrialOutcome.Fell(new Fault.Lost("first", "exit code 139"));
        assertThat(reduce(ONE, lost, Optional.empty())).isInstanceOf(Reduction.Reduced.class);
    }

    @Test
    void an_interrupt_while_confirming_leaves_what_was_reached() {
        Trial[] target = {TWO};
        Reduction reduction = new Reducer(
                        ONE, repro -> target[0].run(repro), new Reducer.Limits(Duration.ofMinutes(1), 20), 1, STILL)
                .reduce(SPECIMEN, Optional.empty(), step -> {
                    if (step.stage().equals("confirm")) {
                        target[0] = LOST_TO_THE_INTERRUPT;
                    }
                });
        Reduction.Reduced reduced = (Reduction.Reduced) reduction;
        assertThat(reduced.cutShort()).contains(EarlyStop.INTERRUPTED);
        assertThat(reduced.failures()).isEqualTo(1);
        assertThat(reduced.repeats()).isEqualTo(1);
    }

    @Test
    void a_target_that_no_longer_starts_leaves_what_was_reached() {
        int[] runs = {0};
        Trial dying = repro -> {
            if (++runs[0] > 1) {
                throw new BasculeException(ErrorCode.BACKEND_UNAVAILABLE, "it does not start");
            }
            return TWO.run(repro);
        };
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(ONE, dying, Optional.empty());
        assertThat(reduced.cutShort()).contains(EarlyStop.because("it does not start"));
        assertThat(reduced.repeats()).isZero();
    }

    @Test
    void a_target_that_gives_what_the_case_expects_is_not_blamed_for_the_reference() {
        Reduction reduction = reduce(ONE, TWO, expects(2, 0.1));
        assertThat(reduction).isInstanceOf(Reduction.NotFailing.class);
        assertThat(((Reduction.NotFailing) reduction).note().orElseThrow())
                .contains("the native CPU does not", "output 'y', index 0, 1", "instead of 2");
    }

    @Test
    void negative_control_a_target_that_is_wrong_by_the_case_itself_fails() {
        assertThat(reduce(ONE, TWO, expects(1, 0.1))).isInstanceOf(Reduction.Reduced.class);
        assertThat(reduce(ONE, ONE, expects(1, 0.1))).isInstanceOf(Reduction.NotFailing.class);
    }

    /** 1.0005 for 1 is right by ONNX's own rule and wrong by that of rounding; with 0.0001 for 0 it is the other way round. */
    @Test
    void the_rule_of_the_case_decides_and_no_other() {
        Trial near = gives(1.0005f);
        Optional<PublishedOutputs> loose = expects(1, 1e-3);
        assertThat(reduce(ONE, near, Optional.empty())).isInstanceOf(Reduction.Reduced.class);
        assertThat(reduce(ONE, near, loose)).isInstanceOf(Reduction.NotFailing.class);
        assertThat(((Reduction.NotFailing) reduce(ONE, near, loose)).note().orElseThrow())
                .contains("the case's own");

        Trial nearer = gives(1 + 1e-6f);
        Optional<PublishedOutputs> tight = expects(1, 1e-7);
        assertThat(reduce(ONE, nearer, Optional.empty())).isInstanceOf(Reduction.NotFailing.class);
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(ONE, nearer, tight);
        assertThat(reduced.finding().wrong().orElseThrow().tolerance().basis()).isEqualTo("the case's own");
    }

    @Test
    void what_is_wrong_by_the_case_is_wrong_though_native_cpu_gives_the_same() {
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(ONE, ONE, expects(2, 0.1));

        assertThat(reduced.cutShort().orElseThrow().why()).contains("the native CPU gives the same");
        assertThat(reduced.criterion().published()).isTrue();
        assertThat(reduced.repro()).isEqualTo(reduced.original());
        assertThat(reduced.finding().expected()).containsEntry("y", floats(2));
        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Relu");
        assertThat(reduced.failures()).isEqualTo(reduced.repeats()).isPositive();
    }

    @Test
    void what_is_wrong_by_the_case_is_wrong_though_native_cpu_does_not_run_it() {
        Trial none = repro -> new TrialOutcome.Fell(new Fault.Lost("create", "exit code 139"));
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(none, TWO, expects(1, 0.1));
        assertThat(reduced.cutShort().orElseThrow().why()).contains("the native CPU does not run it");
        assertThat(reduced.faultyNode().orElseThrow().operator()).isEqualTo("Relu");

        assertThat(((Reduction.NotFailing) reduce(none, TWO, expects(2, 0.1)))
                        .note()
                        .orElseThrow())
                .startsWith("it gives what the case itself expects; the native CPU does not run it: ");
        assertThat(reduce(none, none, expects(1, 0.1))).isInstanceOf(Reduction.NoReference.class);
    }

    @Test
    void a_reference_that_is_off_by_little_still_tells_what_is_far_off() {
        Reduction.Reduced far = (Reduction.Reduced) reduce(ONE, gives(9), expects(1.15f, 0.1));
        assertThat(far.cutShort()).isEmpty();
        Reduction.Reduced near = (Reduction.Reduced) reduce(ONE, gives(1.3f), expects(1.15f, 0.1));
        assertThat(near.cutShort().orElseThrow().why()).contains("does not give what the case expects either");
    }
}
