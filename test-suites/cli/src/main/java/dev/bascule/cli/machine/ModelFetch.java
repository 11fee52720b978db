package dev.bascule.cli.machine;

import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.packages.Artifact;
import dev.bascule.models.packages.ArtifactFetcher;
import dev.bascule.models.packages.PackageFile;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.packages.PackageStore;
import dev.bascule.models.packages.Pinned;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.pretrained.PublishedData;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Brings pretrained models, labelled data, and files of other packages, into the cache. Belongs to one thread. */
public final class ModelFetch {
    /** All pretrained models. */
    public static final String ALL = "all";

    private static final double MB = 1e6;

    private final CliContext context;
    private final PackageStore store;

    public ModelFetch(CliContext context) {
        this.context = context;
        this.store = new PackageStore(
                CacheFolder.of(context.environment(), context.home()),
                HubSettings.of(context.environment()).offline(),
                new SystemCommands());
    }

    /**
     * What a user's words mean.
     *
     * @param reference of the package's file
     * @param known which of the known models or data it is; empty for any other file
     */
    public record Wanted(PackageReference reference, Optional<Pinned> known) {
        static Wanted of(Pinned known) {
            return new Wanted(known.reference(), Optional.of(known));
        }
    }

    /**
     * Reads names, {@code real:NAME}, addresses of packages, and {@code all}, which is all models; each once.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND} with the nearest name
     */
    public static List<Wanted> read(List<String> words) {
        return words.stream().flatMap(ModelFetch::read).distinct().toList();
    }

    private static Stream<Wanted> read(String word) {
        if (word.equals(ALL)) {
            return PretrainedModels.all().stream().map(Wanted::of);
        }
        if (PackageReference.looksLikeOne(word)) {
            return Stream.of(new Wanted(PackageReference.parse(word), Optional.empty()));
        }
        String name =
                word.startsWith(PretrainedModels.PREFIX) ? word.substring(PretrainedModels.PREFIX.length()) : word;
        return Stream.of(PretrainedModels.find(name)
                .<Pinned>map(model -> model)
                .or(() -> PublishedData.find(name))
                .map(Wanted::of)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.MODEL_NOT_FOUND,
                        "there is no pretrained model '%s'%s".formatted(name, Nearest.hint(name, names())),
                        "bascule models fetch")));
    }

    private static List<String> names() {
        return Stream.concat(
                        PretrainedModels.ids().stream(),
                        PublishedData.all().stream().map(PublishedData::id))
                .toList();
    }

    /** Whether it is here, as it was pinned. */
    public boolean isHere(Pinned known) {
        return store.cached(known.reference()).filter(known::isWhole).isPresent();
    }

    /** The command line that would fetch its package. */
    public List<String> line(Wanted wanted) {
        return new ArtifactFetcher(HostEnvironment.ofProcess(), new SystemCommands())
                .line(new Artifact.Published(wanted.reference()), "DIR");
    }

    /**
     * Fetches what is not here, and says where it is.
     *
     * @throws BasculeException as {@link PackageStore#fetch} does, or {@link ErrorCode#HASH_MISMATCH}
     */
    public PackageFile fetch(Wanted wanted) {
        Optional<PackageFile> here = store.cached(wanted.reference());
        if (here.isEmpty()) {
            context.console().say("fetching " + told(wanted));
        }
        PackageFile file = here.orElseGet(() -> store.fetch(wanted.reference()));
        wanted.known().ifPresent(known -> known.require(file));
        context.console()
                .say("%s %s: %s"
                        .formatted(
                                file.reference(),
                                file.download().map(ModelFetch::seconds).orElse("was here already"),
                                file.path()));
        return file;
    }

    private static String told(Wanted wanted) {
        return wanted.known()
                .map(known -> "%s (%.1f MB, %s, by %s) out of %s"
                        .formatted(known.id(), known.bytes() / MB, known.licence(), known.by(), wanted.reference()))
                .orElseGet(() -> wanted.reference().toString());
    }

    private static String seconds(Duration took) {
        return "came in %.1f s".formatted(took.toMillis() / 1e3);
    }
}
