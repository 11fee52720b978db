package dev.bascule.junit.engine;

import dev.bascule.junit.run.ParameterSettings;
import dev.bascule.junit.run.SuiteRunner;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;

/**
 * Runs suites as tests: suite, case, target or chain. Found through {@link dev.bascule.junit.BasculeSuite} classes, suite
 * files, resources, directories and unique ids; set up by configuration parameters ({@link ParameterSettings}). Everything runs one
 * after the other, in the same browsers and children, for a machine measures one thing at a time. Thread-safe.
 */
public final class BasculeTestEngine implements TestEngine {
    /** Its id. */
    public static final String ID = "bascule";

    private final Supplier<SuiteRunner> runners;

    /** For the service loader. */
    public BasculeTestEngine() {
        this(SuiteRunner::ofThisMachine);
    }

    /** @param runners makes what suites are run with */
    public BasculeTestEngine(Supplier<SuiteRunner> runners) {
        this.runners = runners;
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public Optional<String> getGroupId() {
        return Optional.of("dev.bascule");
    }

    @Override
    public Optional<String> getArtifactId() {
        return Optional.of("bascule-junit");
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        EngineDescriptor engine = new EngineDescriptor(id, "Bascule");
        ConfigurationParameters parameters = request.getConfigurationParameters();
        SuiteSelectors selectors =
                new SuiteSelectors(new Tree(() -> ParameterSettings.of(parameters.keySet(), parameters::get)));
        EngineDiscoveryRequestResolver.<EngineDescriptor>builder()
                .addClassContainerSelectorResolver(Tree::isSuite)
                .addSelectorResolver(selectors)
                .build()
                .resolve(request, engine);
        selectors.prune(engine);
        return engine;
    }

    @Override
    public void execute(ExecutionRequest request) {
        TestDescriptor engine = request.getRootTestDescriptor();
        EngineExecutionListener listener = request.getEngineExecutionListener();
        listener.executionStarted(engine);
        try (SuiteRunner runner = runners.get()) {
            engine.getChildren().forEach(top -> execute(top, "JUnit", runner, listener));
        }
        listener.executionFinished(engine, TestExecutionResult.successful());
    }

    private static void execute(
            TestDescriptor node, String command, SuiteRunner runner, EngineExecutionListener listener) {
        if (node instanceof SuiteNode suite) {
            new SuiteExecution(suite, command + " " + suite.getDisplayName(), runner, listener).run();
        } else if (node instanceof BrokenNode broken) {
            listener.executionStarted(broken);
            listener.executionFinished(
                    broken, TestExecutionResult.failed(new dev.bascule.junit.SuiteException(broken.trouble())));
        } else if (node instanceof ClassNode type) {
            listener.executionStarted(type);
            type.getChildren().forEach(child -> execute(child, type.command(), runner, listener));
            listener.executionFinished(type, TestExecutionResult.successful());
        }
    }
}
