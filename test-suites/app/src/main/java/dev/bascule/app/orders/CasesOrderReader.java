package dev.bascule.app.orders;

import dev.bascule.app.orders.CasesOrder.FileRef;
import dev.bascule.app.orders.CasesOrder.Input;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.ModelSource;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.suites.suite.SuiteWords;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads an order of cases by an allow-list. What names a path, a hub, a package, a program, a flag or a setting that is no
 * case's is refused. Belongs to one job.
 */
final class CasesOrderReader {
    private static final int MOST_RETRIES = 5;
    private static final Set<String> INPUT_ENDINGS = Set.of("npy", "pb", "wav", "png", "jpg", "jpeg", "gif", "bmp");

    private final OrderFiles files;
    private final BrowserSetup own;
    private final Supplier<List<String>> browsers;
    private final Supplier<VersionShelf> installed;

    /** @param installed what this machine has, without fetching; asked only where versions are named */
    CasesOrderReader(
            OrderFiles files, BrowserSetup own, Supplier<List<String>> browsers, Supplier<VersionShelf> installed) {
        this.files = files;
        this.own = own;
        this.browsers = browsers;
        this.installed = installed;
    }

    /** What the request read from the same payload is to be measured beside; empty where that is nothing. */
    Optional<RunRequest> beside(RunRequest read, String payload) {
        BrowserWish wish = Words.read(payload, CasesOrder.class).browsers();
        return wish.beside().map(versions -> read.with(setup(wish, Optional.of(versions))));
    }

    private BrowserSetup setup(BrowserWish wish, Optional<VersionWish> versions) {
        BrowserSetup setup = wish.on(own, browsers);
        return versions.map(wanted -> wanted.on(setup, installed.get(), files::named))
                .orElse(setup);
    }

    /** @throws dev.bascule.fallback.error.BasculeException for what is not on the list */
    RunRequest read(String payload) {
        CasesOrder order = Words.read(payload, CasesOrder.class);
        if (order.version() != CasesOrder.VERSION) {
            throw Words.refused("another version's form");
        }
        if (order.retries() < 0
                || order.retries() > MOST_RETRIES
                || order.chains().isEmpty()) {
            throw Words.refused("no chain, or too many retries");
        }
        SuiteCase wanted = new SuiteCase(
                CaseId.parse(order.caseId()),
                model(order.model()),
                settings(order.settings()),
                order.chains().stream().map(CasesOrderReader::chain).toList(),
                SuiteWords.comparisons(order.comparisons(), "an order")
                        .orElseThrow(() -> Words.refused("comparisons that are none")),
                SuiteWords.fallBackOn(order.fallBackOn())
                        .orElseThrow(() -> Words.refused("failures that there are not")),
                List.of());
        CasesOrder.Run run = order.run();
        return new RunRequest(
                new Invocation(run.id(), run.suite(), Words.hash(run.suiteHash()), run.seed(), run.command()),
                List.of(wanted),
                setup(order.browsers(), order.browsers().versions()),
                order.retries());
    }

    static Chain chain(String text) {
        return SuiteWords.chain(text, "an order");
    }

    static RunSettings settings(Map<String, String> said) {
        Map<String, Key<?>> known = CaseKeys.all().stream().collect(Collectors.toMap(Key::name, key -> (Key<?>) key));
        RunSettings settings = RunSettings.DEFAULT;
        for (Map.Entry<String, String> one : said.entrySet()) {
            settings = with(
                    settings,
                    Optional.<Key<?>>ofNullable(known.get(one.getKey()))
                            .orElseThrow(() -> Words.refused("a setting that is no case's")),
                    one.getValue());
        }
        return settings;
    }

    private static <T> RunSettings with(RunSettings settings, Key<T> key, String text) {
        return settings.with(
                key,
                key.type().read(text, key.name()).orElseThrow(() -> Words.refused("a wrong value of " + key.name())));
    }

    private SuiteModel model(CasesOrder.Model model) {
        if (model.files().size() + model.inputs().size() > Words.MANY) {
            throw Words.refused("too many files");
        }
        Path expected = files.folder("expected");
        model.expected().forEach(file -> files.lay(expected, file));
        return new SuiteModel(
                reference(model),
                model.name(),
                new SuiteModel.Feed(
                        inputs(model.inputs()),
                        model.pipeline().map(this::pipeline),
                        model.dims(),
                        frames(model.frames()),
                        model.carry()),
                Optional.of(expected).filter(any -> !model.expected().isEmpty()),
                Optional.empty(),
                Optional.of(Words.hash(model.sha256())));
    }

    private String reference(CasesOrder.Model model) {
        String text = model.reference();
        return switch (model.kind()) {
            case "zoo" -> known(text, "zoo:", ModelSource.FromZoo.class);
            case "operation" -> known(text, "op:", ModelSource.FromOperation.class);
            case "pretrained" -> known(text, "real:", ModelSource.FromPretrained.class);
            case "file" -> onnx(laid(model.files(), files.folder("model"))).toString();
            case "folder" -> folder(model);
            default -> throw Words.refused("a model of another kind");
        };
    }

    /** The prefix decides, before anything could be taken for the path of a file. */
    private static String known(String text, String prefix, Class<? extends ModelSource> kind) {
        if (!text.matches(prefix + "[A-Za-z0-9_.:+-]{1,100}")
                || !kind.isInstance(ModelSource.parse(text, Path.of("")))) {
            throw Words.refused("a model that it names by more than a name");
        }
        return text;
    }

    private String folder(CasesOrder.Model model) {
        if (!OrderFiles.isName(model.reference()) || model.reference().contains("/")) {
            throw Words.refused("a folder's name that is no plain word");
        }
        Path folder = files.folder("model").resolve(model.reference());
        onnx(laid(model.files(), folder));
        files.alias(folder, model.files().get(0).sha256());
        return folder.toString();
    }

    private Path laid(List<FileRef> all, Path folder) {
        if (all.isEmpty()) {
            throw Words.refused("a model without a file");
        }
        List<Path> places = all.stream().map(file -> files.lay(folder, file)).toList();
        return places.get(0);
    }

    /** TorchScript is code. */
    private static Path onnx(Path file) {
        if (new ModelSource.OnnxFile(file).format() != ModelFormat.ONNX) {
            throw Words.refused("a model that is a program");
        }
        return file;
    }

    private Map<String, InputSource> inputs(Map<String, Input> said) {
        Map<String, InputSource> inputs = new LinkedHashMap<>();
        said.forEach((name, input) -> inputs.put(name, input(inputs.size(), input)));
        return inputs;
    }

    private InputSource input(int index, Input input) {
        return switch (input.kind()) {
            case "file" -> new InputSource.File(fed("input" + index, input));
            case "text" -> new InputSource.Text(input.value());
            case "literal" -> new InputSource.Literal(input.value());
            case "shape" ->
                InputSource.Shaped.parse(input.value()).orElseThrow(() -> Words.refused("a shape that is none"));
            case "pipeline" -> new InputSource.FromPipeline(input.value());
            default -> throw Words.refused("an input of another kind");
        };
    }

    private Path fed(String folder, Input input) {
        String hash = input.sha256().orElseThrow(() -> Words.refused("a file without its SHA-256"));
        return fed(folder, new FileRef(input.value(), hash));
    }

    private Path fed(String folder, FileRef file) {
        String ending = file.name().substring(file.name().lastIndexOf('.') + 1);
        if (!INPUT_ENDINGS.contains(ending)) {
            throw Words.refused("a file that can be no input");
        }
        return files.lay(files.folder(folder), file);
    }

    private PipelineEntry pipeline(CasesOrder.Pipeline said) {
        return new PipelineEntry(
                Optional.empty(),
                Optional.empty(),
                said.asset().map(file -> fed("asset", file)),
                said.text(),
                said.tokenizer()
                        .map(file ->
                                files.lay(files.folder("tokenizer"), new FileRef("tokenizer.json", file.sha256()))));
    }

    private static Map<String, FrameWindow> frames(Map<String, String> said) {
        Map<String, FrameWindow> frames = new LinkedHashMap<>();
        said.forEach((name, text) ->
                frames.put(name, FrameWindow.parse(text).orElseThrow(() -> Words.refused("a frame that is none"))));
        return frames;
    }
}
