package dev.bascule.cli.single;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.pack.Program;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.webnn.WebNnFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the one case that an argument names: a model, or a case that a conformance run would read in the same place. What cannot
 * be fed and compared is refused here, before anything is started. Immutable.
 *
 * @param command that takes it, for messages
 * @param source reads folders of cases
 */
public record SingleCases(String command, CaseSource source) {
    private static final int MOST_NAMED = 5;
    private static final String MODEL = "model.onnx";

    /**
     * @param folder that holds the case, however deep, where it is named by its id
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, or {@link ErrorCode#USAGE_ERROR} for what is no case that can
     *     be taken
     */
    public SingleCase find(String argument, Optional<Path> folder) {
        String reference = folder.map(cases -> reference(argument, cases)).orElse(argument);
        return new SingleCase(reference, place(reference).flatMap(place -> testCase(argument, place)));
    }

    /** What a conformance run reads there; empty for a model that is no case. */
    private Optional<ConformanceCase> testCase(String argument, Path place) {
        if (!Files.isDirectory(place)) {
            if (WebNnFile.isNamedLikeOne(place)) {
                throw noGraph(argument, source.read(List.of(place)).cases());
            }
            return Optional.empty();
        }
        if (!Files.isRegularFile(place.resolve(MODEL))) {
            refuseMany(place);
            return Optional.empty();
        }
        refuseWhatIsNoTensor(place);
        Path here = place.toAbsolutePath().normalize();
        return source.read(List.of(place)).cases().stream()
                .filter(each -> each.source().equals(here))
                .findFirst();
    }

    private static Optional<Path> place(String reference) {
        try {
            return Optional.of(Path.of(reference)).filter(Files::exists);
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** The folder of a case that is named by its id or its name, else what was typed. */
    private String reference(String argument, Path cases) {
        Path direct = cases.resolve(argument);
        return !argument.contains(":") && Files.isRegularFile(direct.resolve(MODEL))
                ? direct.toString()
                : found(argument, cases, source.read(List.of(cases))).toString();
    }

    /** However deep it lies: by its id, else by the only one of its name. */
    private Path found(String argument, Path cases, ConformanceCases read) {
        Map<CaseId, Path> places = new TreeMap<>();
        // What has no expected outputs is no conformance case, and can be reduced all the same.
        read.unreadable().forEach(each -> places.put(each.id(), each.source()));
        read.cases().forEach(each -> places.put(each.id(), each.source()));
        Optional<CaseId> exact = argument.contains(":")
                ? Optional.of(CaseId.parse(argument)).filter(places::containsKey)
                : Optional.empty();
        String name = argument.contains(":") ? CaseId.parse(argument).name() : argument;
        List<CaseId> named =
                places.keySet().stream().filter(id -> id.name().equals(name)).toList();
        if (exact.isEmpty() && named.size() != 1) {
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND,
                    named.isEmpty()
                            ? "there is no case '%s' in '%s'".formatted(argument, cases)
                            : "'%s' may be any of %d cases in '%s': %s"
                                    .formatted(
                                            argument,
                                            named.size(),
                                            cases,
                                            named.stream()
                                                    .limit(MOST_NAMED)
                                                    .map(CaseId::toString)
                                                    .collect(Collectors.joining(", "))),
                    "name a folder that holds the case, however deep, and the case by its id");
        }
        CaseId id = exact.orElseGet(() -> named.get(0));
        Path place = Optional.ofNullable(places.get(id)).orElseThrow();
        if (!Files.isDirectory(place)) {
            throw noGraph(
                    id.toString(),
                    read.cases().stream().filter(each -> each.id().equals(id)).toList());
        }
        return place;
    }

    /** Shrinking takes a reference that computes whatever is left; for WebNN's operators there is none but the case itself. */
    private BasculeException noGraph(String argument, List<ConformanceCase> graphs) {
        if (graphs.size() != 1) {
            return new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is JSON with %d WebNN graphs; %s takes ONNX models, which native CPU is the reference of"
                            .formatted(argument, graphs.size(), command),
                    "bascule conformance FILE --backends webnn, which names each graph that fails");
        }
        ConformanceCase graph = graphs.get(0);
        String operators = new TreeMap<>(graph.model().operators())
                .entrySet().stream()
                        .map(each -> each.getValue() == 1 ? each.getKey() : each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "'%s' is a WebNN graph in JSON (%s); %s takes ONNX models, which native CPU is the reference of"
                        .formatted(argument, operators, command),
                "bascule conformance %s --filter '%s' --backends webnn runs it alone"
                        .formatted(graph.source(), graph.id()),
                graph.model().nodes() == 1
                        ? "it is one operator already: report it as it is, the file is the repro"
                        : "to make it smaller, copy it into a file of its own and leave out operators from its end");
    }

    private void refuseMany(Path folder) {
        try (Stream<Path> children = Files.list(folder)) {
            if (children.anyMatch(child -> child.toString().endsWith(".onnx"))) {
                return;
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(folder, e), "check its permissions");
        }
        List<ConformanceCase> cases = source.read(List.of(folder)).cases();
        if (cases.size() == 1 && cases.get(0).program() instanceof Program.Graph) {
            throw noGraph(cases.get(0).id().toString(), cases);
        }
        if (!cases.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' holds %d cases; %s takes one".formatted(folder, cases.size(), command),
                    "bascule %s ID --cases %s, with an id such as %s"
                            .formatted(command, folder, cases.get(0).id()));
        }
    }

    /** Values on the way may be sequences; what is fed and compared may not. */
    private void refuseWhatIsNoTensor(Path folder) {
        ModelInspection model = OnnxModelFile.open(folder.resolve(MODEL)).inspect();
        refuse(folder, "input", model.inputs());
        refuse(folder, "output", model.outputs());
    }

    private void refuse(Path folder, String role, List<Port> ports) {
        ports.stream()
                .filter(port -> !(port.type() instanceof ValueType.TensorType))
                .findFirst()
                .ifPresent(port -> {
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "%s '%s' of '%s' is %s; %s feeds and compares tensors only"
                                    .formatted(role, port.name(), folder, port.type(), command),
                            "bascule conformance %s --backends BACKEND runs the case alone and says what is wrong"
                                    .formatted(folder));
                });
    }
}
