package dev.bascule.app.orders;

import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Some versions that are here; whatever else is fetched is noted, and is a mistake. */
final class FakeShelf implements VersionShelf {
    final List<String> fetched = new ArrayList<>();

    @Override
    public List<String> versions(Axis axis) {
        return List.of("1.22.0", "1.23.2", "1.30.0");
    }

    @Override
    public Copy fetch(Axis axis, String version, Consumer<String> talk) {
        fetched.add(version);
        return new Copy.Here(Path.of("place", axis.part(), version));
    }
}
