package dev.bascule.junit.engine;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;

/** A node of the tree that IDEs show. Has the tags of its parent and its own. */
abstract class Node extends AbstractTestDescriptor {
    private final Set<TestTag> tags;

    Node(UniqueId id, String name, Optional<TestSource> source, Set<TestTag> tags) {
        super(id, name, source.orElse(null));
        this.tags = Set.copyOf(tags);
    }

    @Override
    public Set<TestTag> getTags() {
        Set<TestTag> all = new LinkedHashSet<>(tags);
        getParent().map(TestDescriptor::getTags).ifPresent(all::addAll);
        return all;
    }
}
