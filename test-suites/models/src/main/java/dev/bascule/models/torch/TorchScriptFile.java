package dev.bascule.models.torch;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OperatorUse;
import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Looks into a TorchScript archive without PyTorch: a zip with the model's code as text and its weights as they lie in
 * memory. Nothing in it is executed. Stateless.
 */
public final class TorchScriptFile {
    private static final byte[] ZIP = {'P', 'K', 3, 4};
    private static final long MOST_TEXT = 64 << 20;
    private static final Pattern CALL = Pattern.compile("\\btorch\\.([A-Za-z0-9_]+)\\(|\\bops\\.(\\w+\\.\\w+)\\(");
    private static final Set<String> WEIGHTS = Set.of(
            "torch.FloatStorage",
            "torch.DoubleStorage",
            "torch.HalfStorage",
            "torch.BFloat16Storage",
            "torch.CharStorage",
            "torch.ByteStorage");

    private TorchScriptFile() {}

    /** Whether the file is a zip, which an ONNX model never is. */
    public static boolean isArchive(Path file) {
        try (InputStream in = InputFile.stream(file)) {
            return java.util.Arrays.equals(in.readNBytes(ZIP.length), ZIP);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * What is in it.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_TRUNCATED}, {@link ErrorCode#NOT_TORCHSCRIPT}
     */
    public static ModelInspection inspect(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            String folder = folder(file, zip);
            TorchPickle pickle = pickle(file, zip, folder + "data.pkl");
            return inspection(file, zip, folder, pickle, forward(file, zip, folder, pickle.root()));
        } catch (ZipException e) {
            throw new BasculeException(
                    ErrorCode.MODEL_TRUNCATED,
                    "'%s' begins like a zip and cannot be read as one: %s".formatted(file, e.getMessage()));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.MODEL_NOT_FOUND,
                    "cannot read the model '%s': %s".formatted(file, FileErrorText.why(e)),
                    "name a regular file that this user may read");
        }
    }

    /** The one folder at the top, which PyTorch names after the file as it was saved. */
    private static String folder(Path file, ZipFile zip) {
        List<String> names = zip.stream().map(ZipEntry::getName).toList();
        Optional<String> data = names.stream()
                .filter(name -> name.endsWith("/data.pkl") && name.indexOf('/') == name.length() - "/data.pkl".length())
                .findFirst();
        if (data.isEmpty()) {
            throw notTorch(file, "it is a zip without a data.pkl", "give a file by torch.jit.save, or an ONNX model");
        }
        String folder = data.get().substring(0, data.get().length() - "data.pkl".length());
        if (names.stream().noneMatch(name -> name.startsWith(folder + "code/"))) {
            throw notTorch(
                    file,
                    "it is a checkpoint by torch.save, which holds weights and no code",
                    "torch.jit.script(model.eval()).save('model.pt') where the model's Python code is");
        }
        return folder;
    }

    private static TorchPickle pickle(Path file, ZipFile zip, String name) throws IOException {
        try {
            return TorchPickle.parse(ByteBuffer.wrap(bytes(file, zip, name)));
        } catch (IllegalArgumentException e) {
            throw notTorch(file, "its data.pkl cannot be read: " + e.getMessage(), "save it again with torch.jit.save");
        }
    }

    private static TorchForward forward(Path file, ZipFile zip, String folder, String root) throws IOException {
        int dot = root.lastIndexOf('.');
        String module = root.substring(0, Math.max(0, dot));
        String code = text(file, zip, folder + "code/" + module.replace('.', '/') + ".py");
        TorchForward forward = TorchForward.find(code, root.substring(dot + 1))
                .orElseThrow(() -> notTorch(
                        file,
                        "its class %s has no forward".formatted(root),
                        "give the module a forward, or mark the method with @torch.jit.export and call it from one"));
        for (TorchForward.Parameter parameter : forward.parameters()) {
            if (!parameter.isTensor() && !parameter.optional()) {
                throw notTorch(
                        file,
                        "its forward takes '%s' as %s, and Bascule feeds tensors only"
                                .formatted(parameter.name(), parameter.type()),
                        "wrap the model in a module whose forward takes tensors");
            }
        }
        if (!forward.givesTensors()) {
            throw notTorch(
                    file,
                    "its forward returns %s; Bascule reads a tensor, or a tuple, list or dictionary of tensors"
                            .formatted(forward.result()),
                    "wrap the model in a module whose forward returns a tuple of tensors");
        }
        return forward;
    }

    private static ModelInspection inspection(
            Path file, ZipFile zip, String folder, TorchPickle pickle, TorchForward forward) throws IOException {
        List<Port> inputs = forward.parameters().stream()
                .takeWhile(TorchForward.Parameter::isTensor)
                .map(parameter -> new Port(parameter.name(), new ValueType.AnyTensor()))
                .toList();
        List<Port> outputs = forward.outputs().stream()
                .map(name -> new Port(name, new ValueType.AnyTensor()))
                .toList();
        long weights = pickle.storages().entrySet().stream()
                .filter(storage -> WEIGHTS.contains(storage.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return new ModelInspection(
                new ModelArtifact(Sha256.of(file), Files.size(file), file, ModelFormat.TORCHSCRIPT),
                new ModelInspection.Header(0, "PyTorch", Map.of(), List.of()),
                inputs,
                outputs,
                Map.of(),
                operators(file, zip, folder),
                List.of(),
                Map.of(),
                new ModelInspection.Weights(weights, List.of()));
    }

    /** The operators that its code calls, each call in the text once, however often it runs. */
    private static List<OperatorUse> operators(Path file, ZipFile zip, String folder) throws IOException {
        Map<String, Integer> calls = new TreeMap<>();
        List<String> sources = new ArrayList<>();
        zip.stream()
                .map(ZipEntry::getName)
                .filter(name -> name.startsWith(folder + "code/") && name.endsWith(".py"))
                .forEach(sources::add);
        for (String source : sources) {
            Matcher call = CALL.matcher(text(file, zip, source));
            while (call.find()) {
                String name = Optional.ofNullable(call.group(1)).orElseGet(() -> String.valueOf(call.group(2)));
                if (!name.startsWith("prim.") && !name.startsWith("__")) {
                    calls.merge(name, 1, Integer::sum);
                }
            }
        }
        return calls.entrySet().stream()
                .map(call -> new OperatorUse("aten", call.getKey(), call.getValue()))
                .toList();
    }

    private static String text(Path file, ZipFile zip, String name) throws IOException {
        return new String(bytes(file, zip, name), StandardCharsets.UTF_8);
    }

    /** A part of it, whose size its own directory may lie about. */
    private static byte[] bytes(Path file, ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw notTorch(file, "it lacks its part " + name, "save it again with torch.jit.save");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes((int) MOST_TEXT + 1);
            if (bytes.length > MOST_TEXT) {
                throw notTorch(
                        file, "its part %s is larger than 64 MiB".formatted(name), "save the weights as tensors");
            }
            return bytes;
        }
    }

    private static BasculeException notTorch(Path file, String why, String remedy) {
        return new BasculeException(
                ErrorCode.NOT_TORCHSCRIPT,
                "'%s' is no TorchScript model that Bascule runs: %s".formatted(file, why),
                remedy);
    }
}
