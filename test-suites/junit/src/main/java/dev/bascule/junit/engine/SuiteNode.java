package dev.bascule.junit.engine;

import dev.bascule.junit.run.SuitePlan;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.UniqueId;

/** A suite. */
final class SuiteNode extends Node {
    private final SuitePlan plan;

    SuiteNode(UniqueId id, SuitePlan plan, Optional<TestSource> source) {
        super(id, plan.suite().name(), source, tags(plan));
        this.plan = plan;
    }

    private static Set<TestTag> tags(SuitePlan plan) {
        Set<TestTag> tags = plan.suite().tags().stream().map(TestTag::create).collect(Collectors.toSet());
        tags.add(TestTag.create(plan.suite().name()));
        return tags;
    }

    /** What is to run of it: what filters left of its tree. */
    SuitePlan selected() {
        List<SuiteCase> cases = getChildren().stream()
                .filter(CaseNode.class::isInstance)
                .map(CaseNode.class::cast)
                .map(CaseNode::selected)
                .filter(one -> !one.chains().isEmpty())
                .toList();
        return plan.with(cases);
    }

    @Override
    public Type getType() {
        return Type.CONTAINER;
    }
}
