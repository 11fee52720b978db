package dev.bascule.junit.engine;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.suites.suite.SuiteCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;

/** A case, above the targets and chains that it runs on. */
final class CaseNode extends Node {
    static final String SEGMENT = "case";

    private final SuiteCase wanted;

    CaseNode(UniqueId suite, SuiteCase wanted, Optional<TestSource> source) {
        super(id(suite, wanted.id()), wanted.id().toString(), source, tags(wanted));
        this.wanted = wanted;
    }

    static UniqueId id(UniqueId suite, CaseId caseId) {
        return suite.append(SEGMENT, caseId.toString());
    }

    /** The same case under another id, at another batch. */
    static CaseNode like(TestDescriptor suite, SuiteCase other, CaseId id) {
        return new CaseNode(
                suite.getUniqueId(),
                new SuiteCase(
                        id,
                        other.model(),
                        other.settings(),
                        List.of(),
                        other.comparisons(),
                        other.fallBackOn(),
                        other.scenarios()),
                suite.getSource());
    }

    private static Set<TestTag> tags(SuiteCase wanted) {
        return Arrays.stream((wanted.id().path() + "/" + wanted.id().name()).split("/", -1))
                .map(TestTag::create)
                .collect(Collectors.toSet());
    }

    SuiteCase selected() {
        return wanted.on(getChildren().stream()
                .filter(ChainNode.class::isInstance)
                .map(child -> ((ChainNode) child).chain())
                .toList());
    }

    @Override
    public Type getType() {
        return Type.CONTAINER;
    }

    /** Scenarios come after all cells. */
    @Override
    public boolean mayRegisterTests() {
        return !wanted.scenarios().isEmpty();
    }
}
