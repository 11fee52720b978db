package dev.bascule.junit.engine;

import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;

/** A class that stands for suites. */
final class ClassNode extends Node {
    static final String SEGMENT = "class";

    private final Class<?> type;

    ClassNode(UniqueId id, Class<?> type, Set<TestTag> tags) {
        super(id, type.getSimpleName(), Optional.of(ClassSource.from(type)), tags);
        this.type = type;
    }

    /** What asked for its suites, for the record of their runs. */
    String command() {
        return "JUnit " + type.getName();
    }

    /** What Surefire takes for the class of the tests below. */
    @Override
    public String getLegacyReportingName() {
        return type.getName();
    }

    @Override
    public Type getType() {
        return Type.CONTAINER;
    }
}
