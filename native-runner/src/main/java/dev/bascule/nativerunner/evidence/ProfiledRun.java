package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.NodeRecord;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A second session, with the profile on, that runs once, or as often as its kernels are to be timed: what it says of each node
 * holds for the timed session, which had the same options and no profile to disturb it. Thread-safe.
 */
public final class ProfiledRun {
    /** Inferences that allocate, and fill caches. */
    private static final int WARM_UPS = 2;

    /** Opens a model. */
    @FunctionalInterface
    public interface Opener {
        DriverSession open(OpenRequest request) throws RefusedException;
    }

    private final Opener engine;
    private final Path scratch;

    /** @param scratch a folder for profiles, which are deleted as soon as they are read */
    public ProfiledRun(Opener engine, Path scratch) {
        this.engine = engine;
        this.scratch = scratch;
    }

    /** Opens the model as the request says, runs it on these inputs, and reads what each node did. */
    public NodeRecord nodes(OpenRequest request, Map<String, Tensor> inputs) throws RefusedException, IOException {
        Profile.Placements placements = new Profile.Placements();
        OptionalInt timed = request.settings().kernelRuns();
        if (timed.isEmpty()) {
            profile(request, inputs, 1, placements);
            return new NodeRecord(placements.list(), List.of());
        }
        KernelShapes shapes = new KernelShapes();
        try {
            profile(request.withUnpackedWeights(), inputs, 1, shapes);
        } catch (RefusedException e) {
            // A kernel that takes packed weights alone: what is known without them is told.
            shapes = new KernelShapes();
        }
        KernelTimes times = new KernelTimes(shapes);
        profile(request, inputs, WARM_UPS + timed.getAsInt(), placements.andThen(times));
        return new NodeRecord(placements.list(), times.kernels(WARM_UPS, timed.getAsInt()));
    }

    private void profile(OpenRequest request, Map<String, Tensor> inputs, int runs, Consumer<JsonNode> events)
            throws RefusedException, IOException {
        Path folder = Files.createTempDirectory(scratch, "profile-");
        try {
            try (DriverSession session = engine.open(request.withProfile(folder.resolve("run")))) {
                DriverSession.Feed feed = session.feed(inputs);
                for (int run = 0; run < runs; run++) {
                    feed.run().close();
                }
            }
            // Its name ends in the time of day; it is complete once the session is closed.
            for (Path file : list(folder)) {
                try (Reader json = Files.newBufferedReader(file)) {
                    Profile.read(json, events);
                }
            }
        } finally {
            for (Path file : list(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
