package dev.bascule.studies.conformance;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.pack.Program;
import dev.bascule.models.graph.FileBytes;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A case in the ONNX backend-test layout: {@code model.onnx} and {@code test_data_set_N/{input,output}_K.pb}.
 *
 * @param root the place that the user named
 * @param folder the case's own folder, at or under it
 */
record BackendTestFolder(Path root, Path folder) implements CaseReader.Found {

    @Override
    public Read read() {
        CaseId unread = id("unread");
        try {
            return new Read(List.of(parse()), List.of());
        } catch (BasculeException e) {
            Failure failure = Failure.of(e.code(), String.valueOf(e.getMessage()));
            return new Read(List.of(), List.of(new ConformanceCases.Unreadable(unread, folder, failure)));
        }
    }

    private ConformanceCase parse() {
        OnnxModelFile file = OnnxModelFile.open(folder.resolve(CaseReader.MODEL));
        ModelInspection model = file.inspect();
        List<DataSet> sets = TestDataSet.in(folder).stream()
                .map(set -> new DataSet(set.inputValues(model), set.outputValues(model)))
                .toList();
        if (sets.isEmpty() || sets.stream().anyMatch(set -> set.expected().isEmpty())) {
            throw new BasculeException(
                    ErrorCode.INPUT_MISMATCH,
                    "'%s' has no expected outputs".formatted(folder),
                    "put them in test_data_set_0/output_0.pb, as ONNX's backend tests do");
        }
        String operators = model.operators().size() == 1
                ? CaseId.word(model.operators().get(0).name())
                : "graph";
        CaseId id = id(operators);
        return new ConformanceCase(
                id,
                folder,
                model.info(id.name(), Family.OTHER, ModelInfo.CONFORMANCE),
                new Program.Model(bytes()),
                sets,
                PublishedTolerance.of(sets));
    }

    /** The suite is the folder that was named; the path tells the place under it, or the operator where there is none. */
    private CaseId id(String operators) {
        Path relative = root.relativize(folder);
        boolean isRoot = relative.toString().isEmpty();
        Path suite = isRoot ? root.resolveSibling("") : root;
        Path parent = isRoot ? null : relative.getParent();
        String path = parent == null ? operators : CaseId.word(parent.toString().replace('\\', '/'));
        return CaseId.of(word(suite), path, word(folder), Map.of());
    }

    private static String word(Path path) {
        return CaseId.word(String.valueOf(path.toAbsolutePath().normalize().getFileName()));
    }

    private ByteBuffer bytes() {
        try {
            return FileBytes.of(folder.resolve(CaseReader.MODEL));
        } catch (IOException e) {
            throw BasculeException.because(e, ErrorCode.MODEL_NOT_FOUND, "cannot read '%s': %s".formatted(folder, e));
        }
    }
}
