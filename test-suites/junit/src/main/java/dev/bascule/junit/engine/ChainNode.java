package dev.bascule.junit.engine;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;

/** A case on a target or a chain: a test, or the tests of each of several browsers, which are known as they come. */
final class ChainNode extends Node {
    static final String TARGET = "target";
    static final String CHAIN = "chain";

    private final CaseId caseId;
    private final Chain chain;
    private final boolean manyBrowsers;

    ChainNode(UniqueId id, CaseId caseId, Chain chain, boolean manyBrowsers, Optional<TestSource> source) {
        // Reports in XML have this and the class, and nothing of what is between.
        super(id, caseId + " on " + chain, source, tags(chain));
        this.caseId = caseId;
        this.chain = chain;
        this.manyBrowsers = manyBrowsers;
    }

    private static Set<TestTag> tags(Chain chain) {
        return Stream.concat(
                        chain.rungs().stream().map(backend -> backend.id()),
                        Stream.of(
                                chain.first().side().name().toLowerCase(Locale.ROOT),
                                chain.isStrict() ? TARGET : CHAIN))
                .map(TestTag::create)
                .collect(Collectors.toSet());
    }

    /** In ids arrows are plain characters. */
    static UniqueId id(UniqueId parent, Chain chain) {
        return parent.append(chain.isStrict() ? TARGET : CHAIN, chain.toString().replace("→", "->"));
    }

    CaseId caseId() {
        return caseId;
    }

    Chain chain() {
        return chain;
    }

    boolean manyBrowsers() {
        return manyBrowsers;
    }

    @Override
    public Type getType() {
        return manyBrowsers ? Type.CONTAINER : Type.TEST;
    }

    @Override
    public boolean mayRegisterTests() {
        return manyBrowsers;
    }
}
