package dev.bascule.junit.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/**
 * Tells a listener of nodes in an order that JUnit Platform allows: a node begins after its parent and once, and ends before
 * it and once. Cells of several cases may take turns. Belongs to one thread.
 */
final class Events {
    private final EngineExecutionListener listener;
    private final TestDescriptor top;
    private final Set<TestDescriptor> begun = new LinkedHashSet<>();
    private final Set<TestDescriptor> ended = new LinkedHashSet<>();

    /** @param top the node whose parent has begun already */
    Events(EngineExecutionListener listener, TestDescriptor top) {
        this.listener = listener;
        this.top = top;
    }

    void begin(TestDescriptor node) {
        if (begun.contains(node)) {
            return;
        }
        if (node != top) {
            node.getParent().ifPresent(this::begin);
        }
        begun.add(node);
        listener.executionStarted(node);
    }

    /** Adds a node that the tree did not have. */
    <T extends TestDescriptor> T register(TestDescriptor parent, T child) {
        begin(parent);
        parent.addChild(child);
        listener.dynamicTestRegistered(child);
        return child;
    }

    void publish(TestDescriptor node, Map<String, String> entry) {
        listener.reportingEntryPublished(node, ReportEntry.from(entry));
    }

    void end(TestDescriptor node, TestExecutionResult result) {
        begin(node);
        if (ended.add(node)) {
            listener.executionFinished(node, result);
        }
    }

    void skip(TestDescriptor node, String reason) {
        node.getParent().ifPresent(this::begin);
        begun.add(node);
        ended.add(node);
        listener.executionSkipped(node, reason);
    }

    boolean hasBegun(TestDescriptor node) {
        return begun.contains(node);
    }

    boolean hasEnded(TestDescriptor node) {
        return ended.contains(node);
    }

    /** Ends what is still open, children first: each began after its parent. */
    void endAll() {
        List<TestDescriptor> open = new java.util.ArrayList<>(begun);
        java.util.Collections.reverse(open);
        open.forEach(node -> end(node, TestExecutionResult.successful()));
    }
}
