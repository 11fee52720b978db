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
    public NodeRecord nodes(OpenRequest request, Map<String, Tensor> inputs)
            throws RefusedException, IOException {
        OptionalInt timed = request.settings().kernelRuns();
        Path folder = Files.createTempDirectory(scratch, "profile-");
        try {
            try (DriverSession session = engine.open(request.withProfile(folder.resolve("run")))) {
                DriverSession.Feed feed = session.feed(inputs);
                int runs = timed.isPresent() ? WARM_UPS + timed.getAsInt() : 1;
                for (int run = 0; run < runs; run++) {
                    feed.run().close();
                }
            }
            // Its name ends in the time of day; it is complete once the session is closed.
            Profile.Placements placements = new Profile.Placements();
            KernelTimes times = new KernelTimes();
            Consumer<JsonNode> events = timed.isPresent() ? placements.andThen(times) : placements;
            for (Path file : list(folder)) {
                try (Reader json = Files.newBufferedReader(file)) {
                    Profile.read(json, events);
                }
            }
            return new NodeRecord(
                    placements.list(),
                    timed.isPresent() ? times.kernels(WARM_UPS, timed.getAsInt()) : List.of());
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
