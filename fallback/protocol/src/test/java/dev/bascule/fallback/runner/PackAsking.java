package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** How the contracts of packs ask a runner: small cases around an Add, and what came of them. */
public interface PackAsking {
    Shape FOUR = Shape.of(4);
    Duration SILENCE = Duration.ofSeconds(60);

    /** A live runner. */
    Runner runner();

    /** A backend that it can run a float32 Add on. */
    Backend backend();

    /** A folder for packs. */
    Path folder();

    static PackedCase add(float x) {
        return of(TinyOnnx.add(), inputs(x));
    }

    static Map<String, Value> inputs(float x) {
        return Map.of("x", Value.of(floats(x)), "state", Value.of(floats(10)));
    }

    static Value sum(float x) {
        return Value.of(floats(10 + x));
    }

    static Tensor floats(float value) {
        return Tensor.floats(Shape.of(4), value, value, value, value);
    }

    static PackedCase of(byte[] model, Map<String, Value> inputs) {
        return new PackedCase("case", new Program.Model(ByteBuffer.wrap(model)), List.of(inputs));
    }

    /** The one output of the one data set. */
    static Value only(CaseReply reply) {
        assertThat(reply.fault()).isEmpty();
        assertThat(reply.outputs()).hasSize(1);
        assertThat(reply.outputs().get(0)).hasSize(1);
        return reply.outputs().get(0).values().iterator().next();
    }

    static Fault.Refused refused(CaseReply reply) {
        assertThat(reply.fault()).containsInstanceOf(Fault.Refused.class);
        return (Fault.Refused) reply.fault().orElseThrow();
    }

    default PackRequest request(List<PackedCase> cases, List<Integer> indices) {
        return request(cases, indices, false, 1);
    }

    default PackRequest request(List<PackedCase> cases, List<Integer> indices, boolean alone, int workers) {
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
                SessionSettings.defaults());
    }

    default CaseReply answer(PackedCase packed) {
        List<CaseReply> replies = answered(request(List.of(packed), List.of(0)));
        assertThat(replies).hasSize(1);
        return replies.get(0);
    }

    /** In the order in which they came. */
    default List<CaseReply> answered(PackRequest request) {
        List<CaseReply> replies = new ArrayList<>();
        Reply<PackEnd> end = runner().pack(request, replies::add, SILENCE);
        assertThat(end).isInstanceOf(Reply.Ok.class);
        assertThat(end.result().orElseThrow().facts()).containsKey("engines");
        return replies;
    }
}
