package dev.bascule.models.source;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.gguf.GgufModels;
import dev.bascule.models.graph.EngineLimits;
import dev.bascule.models.graph.ExternalData;
import dev.bascule.models.graph.Families;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.hub.HubClient;
import dev.bascule.models.hub.HubFile;
import dev.bascule.models.hub.HubReference;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.packages.PackageFile;
import dev.bascule.models.packages.PackageStore;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.pretrained.PretrainedModel;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.torch.TorchScriptFile;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Brings a model from its source to a file that is known to be readable by the engines. Thread-safe. */
public final class ModelResolver {
    private static final String UNKNOWN_TASK = "unknown";
    private static final ModelKind WRITER = new ModelKind(Family.TEXT_GENERATION, "text-generation");

    private final CacheFolder cache;
    private final ZooStore zoo;
    private final HubClient hub;
    private final PackageStore packages;
    private final Optional<EngineLimits> limits;

    public ModelResolver(CacheFolder cache, HubSettings settings) {
        this(cache, new HubClient(settings, cache), packages(cache, settings), EngineLimits.ONNX_RUNTIME);
    }

    public ModelResolver(CacheFolder cache, HubClient hub, PackageStore packages, EngineLimits limits) {
        this(cache, hub, packages, Optional.of(limits));
    }

    private ModelResolver(CacheFolder cache, HubClient hub, PackageStore packages, Optional<EngineLimits> limits) {
        this.cache = cache;
        this.zoo = new ZooStore(cache);
        this.hub = hub;
        this.packages = packages;
        this.limits = limits;
    }

    /** One that finds and looks into models that no engine reads, too: for whoever wants to say why. */
    public static ModelResolver lenient(CacheFolder cache, HubSettings settings) {
        return new ModelResolver(cache, new HubClient(settings, cache), packages(cache, settings), Optional.empty());
    }

    private static PackageStore packages(CacheFolder cache, HubSettings settings) {
        return new PackageStore(cache, settings.offline(), new SystemCommands());
    }

    /**
     * Finds, fetches or generates the model, and looks into it.
     *
     * @param text as {@link ModelSource#parse} reads it
     * @param base what a relative path is relative to
     * @throws BasculeException whose code says what is wrong with the source or the file
     */
    public ResolvedModel resolve(String text, Path base) {
        return resolve(ModelSource.parse(text, base));
    }

    /**
     * Looks into a model that is a file already, so that a broken one is told of before anything is started. What must be
     * fetched or made first is left alone.
     *
     * @throws BasculeException as {@link #resolve(String, Path)} does
     */
    public void check(String text, Path base) {
        ModelSource source = ModelSource.parse(text, base);
        if (source instanceof ModelSource.OnnxFile file && GgufFile.isOne(file.path())) {
            GgufModels.config(GgufFile.open(file.path()));
        } else if (source instanceof ModelSource.OnnxFile || source instanceof ModelSource.TestFolder) {
            resolve(source);
        }
    }

    /** What kind of model it is. One of the zoo says so itself; any other is found or fetched, and looked into. */
    public ModelKind kind(String text, Path base) {
        ModelSource source = ModelSource.parse(text, base);
        if (source instanceof ModelSource.FromZoo zooModel) {
            return new ModelKind(zooModel.model().family(), zooModel.model().task());
        }
        if (source instanceof ModelSource.FromPretrained known) {
            return new ModelKind(known.model().family(), known.model().task());
        }
        if (source instanceof ModelSource.OnnxFile file && GgufFile.isOne(file.path())) {
            return WRITER;
        }
        ModelInfo info = resolve(source).info();
        return new ModelKind(info.family(), info.task());
    }

    public ResolvedModel resolve(ModelSource source) {
        if (source instanceof ModelSource.OnnxFile file && GgufFile.isOne(file.path())) {
            return fromGguf(file.path());
        }
        if (source instanceof ModelSource.OnnxFile file) {
            return named(ModelFileName.of(file.path()), file.path(), List.of(), Map.of("source", "file"));
        }
        if (source instanceof ModelSource.TestFolder folder) {
            Path path = folder.path();
            return named(ModelFileName.of(path), modelIn(path), TestDataSet.in(path), Map.of("source", "backend-test"));
        }
        if (source instanceof ModelSource.FromZoo model) {
            return fromZoo(model.model());
        }
        if (source instanceof ModelSource.FromOperation one) {
            String name = one.operation().name();
            return named(name, zoo.generated(name, one.operation().onnx()), List.of(), Map.of("source", "operation"));
        }
        if (source instanceof ModelSource.FromPackage one) {
            PackageFile file = packages.fetch(one.reference());
            return fromPackage(ModelFileName.of(file.path()), file, UNKNOWN_TASK);
        }
        if (source instanceof ModelSource.FromPretrained known) {
            return fromPretrained(known.model());
        }
        return fromHub(((ModelSource.FromHub) source).reference());
    }

    /** Its plain graph. */
    private ResolvedModel fromGguf(Path file) {
        ModelInspection inspection = inspect(file);
        return resolved(
                inspection.info(ModelFileName.of(file), WRITER.family(), WRITER.task()),
                inspection,
                Optional.empty(),
                List.of(),
                Map.of("source", "gguf"),
                Optional.empty());
    }

    private ResolvedModel fromPackage(String name, PackageFile file, String task) {
        ModelInspection inspection = inspect(file.path());
        ExternalData.requirePresent(inspection);
        return resolved(
                inspection.info(name, Families.guess(inspection), task),
                inspection,
                Optional.empty(),
                List.of(),
                Map.of(
                        "source", "package",
                        "package", file.reference().toString(),
                        "packageSha256", file.archiveSha256()),
                file.download());
    }

    /** Nothing is fetched that was not asked for. */
    private ResolvedModel fromPretrained(PretrainedModel model) {
        PackageFile file = packages.cached(model.reference()).orElseThrow(model::absent);
        if (GgufFile.isOne(file.path())) {
            model.require(GgufModels.sha256(file.path()));
        }
        ModelInspection inspection = inspect(file.path());
        if (!GgufFile.isOne(file.path())) {
            model.require(inspection.artifact().sha256());
        }
        ModelInfo info = inspection.info(model.id(), model.family(), model.task());
        return new ResolvedModel(
                info,
                inspection.artifact(),
                inspection,
                model.pipeline(),
                usage(model, file),
                List.of(),
                Map.of(
                        "source", "pretrained",
                        "package", file.reference().toString(),
                        "packageSha256", file.archiveSha256(),
                        "licence", model.licence()),
                Optional.empty());
    }

    private ResolvedModel.Usage usage(PretrainedModel model, PackageFile file) {
        PretrainedModel.Use use = model.use();
        return new ResolvedModel.Usage(
                use.sample(),
                use.tokenizer()
                        .map(name -> packages.cached(model.reference().withFile(name))
                                .orElseThrow(model::absent)
                                .path()),
                use.answer().map(answer -> CharacterSet.read(answer, file.path())),
                use.data(),
                PretrainedModels.followers(model.id()));
    }

    private ResolvedModel named(String name, Path file, List<TestDataSet> dataSets, Map<String, String> origin) {
        ModelInspection inspection = inspect(file);
        ExternalData.requirePresent(inspection);
        ModelInfo info = inspection.info(name, Families.guess(inspection), UNKNOWN_TASK);
        return resolved(info, inspection, Optional.empty(), dataSets, origin, Optional.empty());
    }

    private ResolvedModel fromZoo(ZooModel model) {
        ModelInspection inspection = inspect(zoo.file(model));
        ModelInfo counted = inspection.info(model.id(), model.family(), model.task());
        // Publications do not count running statistics and fixed positions, which are in the file as well.
        ModelInfo info = new ModelInfo(
                counted.name(),
                counted.sha256(),
                counted.bytes(),
                counted.family(),
                counted.task(),
                counted.opsets(),
                counted.operators(),
                model.parameters(),
                counted.signatures());
        return resolved(info, inspection, model.pipeline(), List.of(), Map.of("source", "zoo"), Optional.empty());
    }

    private ResolvedModel fromHub(HubReference reference) {
        HubFile fetched = hub.fetch(reference);
        ModelInspection inspection = inspect(fetched.path());
        List<HubFile> files = new ArrayList<>(List.of(fetched));
        for (Path missing : inspection.weights().externalData()) {
            Path folder = Optional.ofNullable(fetched.path().getParent()).orElse(fetched.path());
            String beside = Optional.ofNullable(Path.of(fetched.file()).getParent())
                    .map(parent -> parent + "/")
                    .orElse("");
            String location = folder.toAbsolutePath().relativize(missing).toString();
            String file = (beside + location).replace('\\', '/');
            files.add(hub.fetch(fetched.sibling(file)));
        }
        ExternalData.requirePresent(inspection);
        Map<String, String> origin = new LinkedHashMap<>();
        origin.put("source", "hub");
        origin.put("url", fetched.url());
        origin.put("revision", fetched.revision());
        origin.put("commit", fetched.commit());
        Family family = Families.guess(inspection);
        return resolved(
                inspection.info(ModelFileName.ofRepository(reference.repository()), family, UNKNOWN_TASK),
                inspection,
                Optional.empty(),
                List.of(),
                origin,
                files.stream().flatMap(file -> file.download().stream()).reduce(Duration::plus));
    }

    private ModelInspection inspect(Path file) {
        if (TorchScriptFile.isArchive(file)) {
            return TorchScriptFile.inspect(file);
        }
        Path model = GgufFile.isOne(file) ? GgufModels.cached(cache, file, GraphKind.PLAIN) : file;
        ModelInspection inspection = OnnxModelFile.open(model).inspect();
        limits.ifPresent(newest -> newest.require(inspection));
        return inspection;
    }

    private static ResolvedModel resolved(
            ModelInfo info,
            ModelInspection inspection,
            Optional<PipelineSpec> pipeline,
            List<TestDataSet> dataSets,
            Map<String, String> origin,
            Optional<Duration> download) {
        return new ResolvedModel(
                info,
                inspection.artifact(),
                inspection,
                pipeline,
                ResolvedModel.Usage.UNKNOWN,
                dataSets,
                origin,
                download);
    }

    /** {@code model.onnx}, or the only ONNX file of the folder. */
    private static Path modelIn(Path folder) {
        Path usual = folder.resolve("model.onnx");
        if (Files.exists(usual)) {
            return usual;
        }
        try (Stream<Path> children = Files.list(folder)) {
            List<Path> models = children.filter(child -> child.toString().endsWith(".onnx"))
                    .sorted()
                    .toList();
            if (models.size() == 1) {
                return models.get(0);
            }
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND,
                    models.isEmpty()
                            ? "the folder '%s' has no model.onnx".formatted(folder)
                            : "the folder '%s' has no model.onnx but %d other models".formatted(folder, models.size()),
                    models.isEmpty()
                            ? "name an .onnx file, or a folder that has a model.onnx"
                            : "name the .onnx file itself");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.MODEL_NOT_FOUND, "cannot list '%s': %s".formatted(folder, e), "check its permissions");
        }
    }
}
