package dev.bascule.nativerunner.evidence;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A second session, with the profile on, that runs once: what it says of each node holds for the timed session, which
 * had the same options and no profile to disturb it. Thread-safe.
 */
public final class ProfiledRun {
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

    /** Opens the model as the request says, runs it on these inputs, and reads where each node ran. */
    public List<NodePlacement> placements(OpenRequest request, Map<String, Tensor> inputs)
            throws RefusedException, IOException {
        Path folder = Files.createTempDirectory(scratch, "profile-");
        try {
            try (DriverSession session = engine.open(request.withProfile(folder.resolve("run")))) {
                session.feed(inputs).run().close();
            }
            // Its name ends in the time of day; it is complete once the session is closed.
            List<NodePlacement> placements = new ArrayList<>();
            for (Path file : list(folder)) {
                placements.addAll(Profile.parse(Files.readString(file)));
            }
            return placements;
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
