package dev.bascule.junit.engine;

import dev.bascule.fallback.error.BasculeException;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;

/** A suite that cannot be planned: a test that fails with the reason, so that no build is green for want of tests. */
final class BrokenNode extends Node {
    private final BasculeException trouble;

    BrokenNode(UniqueId id, String name, BasculeException trouble, Optional<TestSource> source) {
        super(id, name, source, Set.of());
        this.trouble = trouble;
    }

    BasculeException trouble() {
        return trouble;
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }
}
