package dev.bascule.junit.engine;

import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;

/** A test that nobody knew of before the suite ran: a browser's cell, or a scenario. */
final class LateNode extends Node {
    static final String BROWSER = "browser";
    static final String SCENARIO = "scenario";

    /** @param name with case and chain, for reports that have nothing else */
    LateNode(TestDescriptor parent, String segment, String word, String name) {
        super(id(parent, segment, word), name, parent.getSource(), Set.of());
    }

    static UniqueId id(TestDescriptor parent, String segment, String word) {
        return parent.getUniqueId().append(segment, word);
    }

    @Override
    public Type getType() {
        return Type.TEST;
    }
}
