package dev.bascule.studies.conformance.cases;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Protos;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A small case with its expected outputs.
 *
 * @param source the folder or file that it was read from
 * @param model identity, operators and opsets of its program
 * @param program what is executed; its kind decides the engine
 * @param sets at least one
 * @param tolerance how far its outputs may be off
 */
public record ConformanceCase(
        CaseId id, Path source, ModelInfo model, Program program, List<DataSet> sets, ToleranceRule tolerance) {
    public ConformanceCase {
        sets = List.copyOf(sets);
    }

    /**
     * One that is no file, but made here.
     *
     * @param suite the first word of its id
     * @param kind the second one
     * @param graph of standard operators
     * @param operators its nodes, counted
     */
    public static ConformanceCase made(
            String suite,
            String kind,
            String id,
            long opset,
            GraphProto.Builder graph,
            Map<String, Integer> operators,
            DataSet set,
            Tolerance tolerance) {
        byte[] onnx = Protos.model(opset, graph).toByteArray();
        return new ConformanceCase(
                CaseId.of(suite, kind, id, Map.of()),
                Path.of(suite, id),
                new ModelInfo(
                        id,
                        Sha256.of(onnx),
                        onnx.length,
                        Family.OTHER,
                        ModelInfo.CONFORMANCE,
                        Map.of("ai.onnx", opset),
                        operators,
                        0),
                new Program.Model(ByteBuffer.wrap(onnx)),
                List.of(set),
                (output, dtype) -> tolerance);
    }

    /** About how many bytes it takes in a pack: its program's and its inputs'. */
    public long packedBytes() {
        long bytes = program instanceof Program.Model model
                ? model.onnx().remaining()
                : program instanceof Program.Graph graph
                        ? graph.constants().values().stream()
                                .mapToLong(constant -> constant.data().remaining())
                                .sum()
                        : 0;
        for (DataSet set : sets) {
            bytes += set.inputs().values().stream()
                    .mapToLong(ConformanceCase::bytes)
                    .sum();
        }
        return bytes;
    }

    private static long bytes(Value value) {
        if (value instanceof Value.One one) {
            return one.tensor().data().remaining();
        }
        return value instanceof Value.Many many
                ? many.items().stream().mapToLong(ConformanceCase::bytes).sum()
                : 0;
    }

    /** As a runner gets it. */
    public PackedCase packed() {
        return new PackedCase(
                id.toString(), program, sets.stream().map(DataSet::inputs).toList());
    }
}
