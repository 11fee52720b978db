package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every runner that takes packs does alike. Implementations say how to get one; it may be shared between tests. A
 * type that an engine's binding lacks may be refused as {@code UnsupportedTypeError}, but never come out wrong.
 */
public interface PackContract {
    Shape FOUR = Shape.of(4);
    Duration SILENCE = Duration.ofSeconds(60);

    /** A live runner. */
    Runner runner();

    /** A backend that it can run a float32 Add on. */
    Backend backend();

    /** A folder for packs. */
    Path folder();

    @Test
    default void answers_each_case_of_a_pack_once_in_the_order_asked_for() {
        List<CaseReply> replies = answered(request(List.of(add(1), add(2), add(3)), List.of(2, 0, 1)));
        assertThat(replies).extracting(CaseReply::index).containsExactly(2, 0, 1);
        assertThat(replies).allSatisfy(reply -> assertThat(only(reply)).isEqualTo(sum(reply.index() + 1)));
    }

    @Test
    default void leaves_out_the_cases_that_were_not_asked_for_and_takes_another_pack() {
        List<PackedCase> cases = List.of(add(1), add(2), add(3));
        assertThat(answered(request(cases, List.of(1))))
                .extracting(CaseReply::index)
                .containsExactly(1);
        assertThat(answered(request(cases, List.of()))).isEmpty();
        assertThat(answered(request(cases, List.of(0))))
                .extracting(CaseReply::index)
                .containsExactly(0);
    }

    @Test
    default void gives_the_same_results_alone_and_side_by_side() {
        List<PackedCase> cases =
                IntStream.rangeClosed(1, 12).mapToObj(i -> add(i)).toList();
        List<Integer> all = IntStream.range(0, 12).boxed().toList();
        for (PackRequest request : List.of(request(cases, all, true, 1), request(cases, all, false, 3))) {
            List<CaseReply> replies = answered(request);
            assertThat(replies).extracting(CaseReply::index).containsExactlyInAnyOrderElementsOf(all);
            assertThat(replies).allSatisfy(reply -> assertThat(only(reply)).isEqualTo(sum(reply.index() + 1)));
        }
    }

    @Test
    default void gives_the_results_that_a_job_of_its_own_gives() {
        Feeds feeds = Feeds.of(Map.of("x", floats(3), "state", floats(10)));
        Job job = new Job(
                UUID.randomUUID().toString(),
                backend(),
                Artifacts.write(folder(), TinyOnnx.add(), "onnx"),
                feeds,
                List.of("sum"),
                Settings.defaults());
        RunnerSession session = runner().open(job, SILENCE).result().orElseThrow();
        Tensor opened = session.firstOutputs().all().get(0).tensor();
        assertThat(session.finish(SILENCE)).isInstanceOf(Reply.Ok.class);
        assertThat(only(answer(add(3)))).isEqualTo(Value.of(opened));
    }

    @Test
    default void a_refused_case_costs_only_itself_and_is_told_in_the_engines_own_words() {
        List<PackedCase> cases =
                List.of(add(1), of(TinyOnnx.unknownOperator(), inputs(1)), of(new byte[] {1, 2, 3}, inputs(1)), add(4));
        List<CaseReply> replies = answered(request(cases, List.of(0, 1, 2, 3)));
        assertThat(refused(replies.get(1)).message()).contains("NoSuchOperator");
        assertThat(refused(replies.get(1)).phase()).isEqualTo("create");
        assertThat(refused(replies.get(2)).phase()).isEqualTo("create");
        assertThat(replies.get(2).outputs()).isEmpty();
        assertThat(only(replies.get(0))).isEqualTo(sum(1));
        assertThat(only(replies.get(3))).isEqualTo(sum(4));
    }

    @Test
    default void an_input_of_another_dtype_or_shape_or_name_is_refused() {
        Tensor wrongType = Tensor.longs(Shape.of(4), 1, 2, 3, 4);
        Tensor wrongShape = Tensor.floats(Shape.of(3), 1, 2, 3);
        List<PackedCase> cases = List.of(
                of(TinyOnnx.add(), Map.of("x", Value.of(wrongType), "state", Value.of(floats(1)))),
                of(TinyOnnx.add(), Map.of("x", Value.of(wrongShape), "state", Value.of(floats(1)))),
                of(TinyOnnx.add(), Map.of("x", Value.of(floats(1)), "other", Value.of(floats(1)))),
                add(1));
        List<CaseReply> replies = answered(request(cases, List.of(0, 1, 2, 3)));
        assertThat(replies.subList(0, 3))
                .allSatisfy(reply -> assertThat(refused(reply).phase()).isEqualTo("first"));
        assertThat(only(replies.get(3))).isEqualTo(sum(1));
    }

    @Test
    default void a_session_runs_each_of_its_data_sets() {
        PackedCase packed = new PackedCase(
                "two sets", new Program.Model(ByteBuffer.wrap(TinyOnnx.add())), List.of(inputs(1), inputs(2)));
        assertThat(answer(packed).outputs()).containsExactly(Map.of("sum", sum(1)), Map.of("sum", sum(2)));
    }

    @Test
    default void a_data_set_that_fails_leaves_the_outputs_of_those_before_it() {
        PackedCase packed = new PackedCase(
                "a good set and a bad one",
                new Program.Model(ByteBuffer.wrap(TinyOnnx.add())),
                List.of(inputs(1), Map.of()));
        CaseReply reply = answer(packed);
        assertThat(refused(reply).phase()).isEqualTo("first");
        assertThat(reply.outputs()).containsExactly(Map.of("sum", sum(1)));
    }

    @Test
    default void every_dtype_comes_out_as_it_went_in_or_is_refused() {
        List<DType> dtypes = Arrays.stream(DType.values())
                .filter(dtype -> dtype != DType.STRING)
                .toList();
        List<PackedCase> cases = dtypes.stream().map(PackContract::identity).toList();
        List<CaseReply> replies =
                answered(request(cases, IntStream.range(0, cases.size()).boxed().toList()));
        assertThat(replies).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
        assertThat(replies.stream().filter(reply -> reply.fault().isEmpty()))
                .extracting(reply -> dtypes.get(reply.index()))
                .contains(DType.FLOAT32, DType.INT32, DType.UINT8, DType.BOOL);
    }

    @Test
    default void nan_infinities_and_signed_zero_keep_their_bits() {
        int[] bits = {0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0x80000000, 0, 1, 0x7f7fffff};
        ByteBuffer bytes = ByteBuffer.allocate(4 * bits.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(bits);
        Shape shape = Shape.of(bits.length);
        Value value = Value.of(Tensor.of(DType.FLOAT32, shape, bytes));
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, shape), Map.of("x", value)))))
                .isEqualTo(value);
    }

    @Test
    default void tensors_without_elements_and_without_dimensions_pass() {
        Value empty = Value.of(Tensor.floats(Shape.of(2, 0, 3)));
        Value scalar = Value.of(Tensor.floats(Shape.of(), 7));
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, Shape.of(2, 0, 3)), Map.of("x", empty)))))
                .isEqualTo(empty);
        assertThat(only(answer(of(TinyOnnx.identity(DType.FLOAT32, Shape.of()), Map.of("x", scalar)))))
                .isEqualTo(scalar);
    }

    @Test
    default void strings_pass_or_are_refused() {
        List<PackedCase> cases = new ArrayList<>();
        for (List<String> words :
                List.of(List.of("one", "", "dr\u00f6i \ud83d\ude00", "a \"quote\"\n"), List.<String>of())) {
            Shape shape = Shape.of(words.size());
            cases.add(of(TinyOnnx.identity(DType.STRING, shape), Map.of("x", Value.of(Tensor.strings(shape, words)))));
        }
        assertThat(answered(request(cases, List.of(0, 1)))).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
    }

    @Test
    default void sequences_pass_or_are_refused() {
        Value two = new Value.Many(List.of(Value.of(floats(1)), Value.of(Tensor.floats(Shape.of(1, 2), 5, 6))));
        List<PackedCase> cases = List.of(
                of(TinyOnnx.identityOfSequence(DType.FLOAT32), Map.of("x", two)),
                of(TinyOnnx.identityOfSequence(DType.FLOAT32), Map.of("x", new Value.Many(List.of()))));
        assertThat(answered(request(cases, List.of(0, 1)))).allSatisfy(reply -> isIdentityOrUnsupported(reply, cases));
    }

    @Test
    default void one_kind_of_value_in_place_of_another_is_refused() {
        Value tensor = Value.of(floats(1));
        Value sequence = new Value.Many(List.of(tensor));
        byte[] ofTensor = TinyOnnx.identity(DType.FLOAT32, FOUR);
        byte[] ofSequence = TinyOnnx.identityOfSequence(DType.FLOAT32);
        List<PackedCase> cases = List.of(
                of(ofTensor, Map.of("x", sequence)),
                of(ofTensor, Map.of("x", new Value.Many(List.of()))),
                of(ofTensor, Map.of("x", new Value.Absent())),
                of(ofSequence, Map.of("x", tensor)),
                of(ofSequence, Map.of("x", new Value.Absent())));
        assertThat(answered(request(cases, List.of(0, 1, 2, 3, 4))))
                .allSatisfy(reply -> assertThat(refused(reply).phase()).isIn("create", "first"));
    }

    @Test
    default void optionals_are_seen_as_filled_or_empty_or_are_refused() {
        List<Value> optionals = List.of(Value.of(floats(1)), new Value.Absent());
        List<PackedCase> cases = optionals.stream()
                .map(optional -> of(TinyOnnx.hasElement(), Map.of("x", optional)))
                .toList();
        for (CaseReply reply : answered(request(cases, List.of(0, 1)))) {
            if (reply.fault().isPresent()) {
                isUnsupported(reply);
            } else {
                byte filled = (byte) (reply.index() == 0 ? 1 : 0);
                assertThat(only(reply)).isEqualTo(Value.of(Tensor.of(DType.BOOL, Shape.of(), new byte[] {filled})));
            }
        }
    }

    @Test
    default void an_index_that_is_not_in_the_pack_costs_only_itself() {
        List<CaseReply> replies = answered(request(List.of(add(1)), List.of(7, 0)));
        assertThat(refused(replies.get(0)).phase()).isEqualTo("fetch");
        assertThat(only(replies.get(1))).isEqualTo(sum(1));
    }

    @Test
    default void what_is_no_pack_or_not_the_one_that_was_named_is_refused_and_the_runner_lives_on() {
        PackRequest honest = request(List.of(add(1)), List.of(0));
        ModelArtifact lie = new ModelArtifact(
                "0".repeat(64), honest.pack().bytes(), honest.pack().file());
        for (ModelArtifact bad : List.of(lie, Artifacts.write(folder(), new byte[] {1, 2, 3}, "pack"))) {
            List<CaseReply> replies = new ArrayList<>();
            Reply<PackEnd> end = runner().pack(with(honest, bad), replies::add, SILENCE);
            assertThat(end).isInstanceOf(Reply.Failed.class);
            assertThat(((Reply.Failed<PackEnd>) end).fault()).isInstanceOf(Fault.Refused.class);
            assertThat(replies).isEmpty();
        }
        assertThat(only(answer(add(1)))).isEqualTo(sum(1));
    }

    @Test
    default void each_reply_tells_its_phases_and_where_it_ran() {
        CaseReply reply = answer(add(1));
        assertThat(reply.phases().create()).isPresent();
        assertThat(reply.phases().first()).isPresent();
        assertThat(reply.evidence())
                .hasValueSatisfying(evidence ->
                        assertThat(evidence.granted()).contains(backend().id()));
    }

    private static PackedCase identity(DType dtype) {
        Shape shape = FOUR;
        byte[] bytes = new byte[Math.toIntExact(dtype.bytes(4))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (dtype == DType.BOOL ? i & 1 : 0x31 + 7 * i);
        }
        return of(TinyOnnx.identity(dtype, shape), Map.of("x", Value.of(Tensor.of(dtype, shape, bytes))));
    }

    private static void isIdentityOrUnsupported(CaseReply reply, List<PackedCase> cases) {
        if (reply.fault().isPresent()) {
            isUnsupported(reply);
        } else {
            Value given = cases.get(reply.index()).sets().get(0).get("x");
            assertThat(readable(only(reply))).isEqualTo(readable(given));
        }
    }

    /** Strings as strings: their JSON may be written in more ways than one. */
    private static Object readable(Value value) {
        return value instanceof Value.One one && one.tensor().dtype() == DType.STRING
                ? List.of(one.tensor().shape(), one.tensor().asStrings())
                : value;
    }

    /** The binding has no such type, or the engine no such kernel. */
    private static void isUnsupported(CaseReply reply) {
        Fault.Refused refused = refused(reply);
        if (!refused.name().equals("UnsupportedTypeError")) {
            assertThat(refused.phase()).isEqualTo("create");
        }
    }

    private static PackedCase add(float x) {
        return of(TinyOnnx.add(), inputs(x));
    }

    private static Map<String, Value> inputs(float x) {
        return Map.of("x", Value.of(floats(x)), "state", Value.of(floats(10)));
    }

    private static Value sum(float x) {
        return Value.of(floats(10 + x));
    }

    private static Tensor floats(float value) {
        return Tensor.floats(Shape.of(4), value, value, value, value);
    }

    private static PackedCase of(byte[] model, Map<String, Value> inputs) {
        return new PackedCase("case", new Program.Model(ByteBuffer.wrap(model)), List.of(inputs));
    }

    /** The one output of the one data set. */
    private static Value only(CaseReply reply) {
        assertThat(reply.fault()).isEmpty();
        assertThat(reply.outputs()).hasSize(1);
        assertThat(reply.outputs().get(0)).hasSize(1);
        return reply.outputs().get(0).values().iterator().next();
    }

    private static Fault.Refused refused(CaseReply reply) {
        assertThat(reply.fault()).containsInstanceOf(Fault.Refused.class);
        return (Fault.Refused) reply.fault().orElseThrow();
    }

    private PackRequest request(List<PackedCase> cases, List<Integer> indices) {
        return request(cases, indices, false, 1);
    }

    private PackRequest request(List<PackedCase> cases, List<Integer> indices, boolean alone, int workers) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Pack.write(cases, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PackRequest(
                UUID.randomUUID().toString(),
                backend(),
                Artifacts.write(folder(), bytes.toByteArray(), "pack"),
                indices,
                alone,
                workers,
                Duration.ofSeconds(30),
                Settings.defaults());
    }

    private static PackRequest with(PackRequest request, ModelArtifact pack) {
        return new PackRequest(
                UUID.randomUUID().toString(),
                request.backend(),
                pack,
                request.cases(),
                request.alone(),
                request.workers(),
                request.caseLimit(),
                request.settings());
    }

    private CaseReply answer(PackedCase packed) {
        List<CaseReply> replies = answered(request(List.of(packed), List.of(0)));
        assertThat(replies).hasSize(1);
        return replies.get(0);
    }

    /** In the order in which they came. */
    private List<CaseReply> answered(PackRequest request) {
        List<CaseReply> replies = new ArrayList<>();
        Reply<PackEnd> end = runner().pack(request, replies::add, SILENCE);
        assertThat(end).isInstanceOf(Reply.Ok.class);
        assertThat(end.result().orElseThrow().facts()).containsKey("engines");
        return replies;
    }
}
