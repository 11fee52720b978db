package dev.bascule.studies.reduce.report;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.ReductionStep;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes what is left of a failing case as a folder that stands alone: the model with its data in the ONNX backend-test
 * layout, a page that shows the failure, and a bug report. Stateless.
 */
public final class ReproFolder {
    private ReproFolder() {}

    /**
     * Writes all files.
     *
     * @param evidence what the engine showed of what is left, where it showed anything
     * @param engine what a page loads
     * @throws dev.bascule.fallback.error.BasculeException where the folder cannot be written
     */
    public static void write(
            Path folder,
            Reduction.Reduced reduced,
            FailureOrigin origin,
            Optional<RawEvidence> evidence,
            ReproEngine engine) {
        ModelProto model = typed(reduced);
        bytes(folder.resolve("model.onnx"), model.toByteArray());
        Path data = folder.resolve("test_data_set_0");
        tensors(data, "input", inputs(reduced));
        tensors(data, "output", reduced.finding().expected(), reduced.repro().outputs());
        bytes(folder.resolve("steps.json"), json(steps(reduced)));
        if (origin.target().backend().side() == Side.BROWSER) {
            page(folder, reduced, origin, engine);
        }
        text(folder.resolve("REPORT.md"), new EngineIssue(reduced, origin, evidence).text());
    }

    /** With the types and shapes that the reference gives its outputs. */
    private static ModelProto typed(Reduction.Reduced reduced) {
        ModelProto model = reduced.repro().model();
        GraphProto.Builder graph = model.getGraph().toBuilder();
        for (int index = 0; index < graph.getOutputCount(); index++) {
            String name = graph.getOutput(index).getName();
            Optional<Tensor> expected =
                    Optional.ofNullable(reduced.finding().expected().get(name));
            ValueInfoProto old = graph.getOutput(index);
            graph.setOutput(
                    index, expected.map(tensor -> Protos.typed(name, tensor)).orElse(old));
        }
        return model.toBuilder().setGraph(graph).build();
    }

    private static Map<String, Tensor> inputs(Reduction.Reduced reduced) {
        return reduced.repro().inputs();
    }

    private static void tensors(Path folder, String role, Map<String, Tensor> tensors) {
        tensors(folder, role, tensors, List.copyOf(tensors.keySet()));
    }

    private static void tensors(Path folder, String role, Map<String, Tensor> tensors, List<String> order) {
        for (int index = 0; index < order.size(); index++) {
            String name = order.get(index);
            int here = index;
            Optional.ofNullable(tensors.get(name))
                    .ifPresent(tensor -> bytes(
                            folder.resolve(role + "_" + here + ".pb"),
                            Protos.tensor(name, tensor).toByteArray()));
        }
    }

    private static List<Map<String, Object>> steps(Reduction.Reduced reduced) {
        List<Map<String, Object>> steps = new ArrayList<>();
        for (ReductionStep step : reduced.steps()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("number", step.number());
            row.put("stage", step.stage());
            row.put("what", step.what());
            row.put("accepted", step.accepted());
            row.put("why", step.why());
            row.put("nodes", step.nodes());
            row.put("elements", step.elements());
            row.put("tookMs", step.took().toMillis());
            steps.add(row);
        }
        return steps;
    }

    private static void page(Path folder, Reduction.Reduced reduced, FailureOrigin origin, ReproEngine engine) {
        text(folder.resolve("index.html"), ReproPage.html(reduced, origin, engine));
        Path place = folder.resolve("ort");
        engine.files().forEach((file, content) -> {
            try (InputStream source = content.open()) {
                Files.createDirectories(place);
                Files.copy(source, place.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw unwritable(folder, e);
            }
        });
    }

    private static byte[] json(Object value) {
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(value);
        } catch (IOException e) {
            throw new IllegalStateException("text and numbers can be written", e);
        }
    }

    private static void text(Path file, String text) {
        bytes(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** As any file is written, so that a server of another user may read it. */
    private static void bytes(Path file, byte[] bytes) {
        try {
            Optional<Path> parent = Optional.ofNullable(file.getParent());
            if (parent.isPresent()) {
                Files.createDirectories(parent.get());
            }
            Files.write(file, bytes);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    private static BasculeException unwritable(Path place, IOException cause) {
        return BasculeException.because(
                cause, ErrorCode.OUTPUT_UNWRITABLE, "cannot write '%s': %s".formatted(place, cause));
    }
}
