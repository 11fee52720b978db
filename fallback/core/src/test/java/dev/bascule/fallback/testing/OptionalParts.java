package dev.bascule.fallback.testing;

import dev.bascule.fallback.driver.HiddenParts;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes the tags of {@link Part} true. A test that is tagged with a part which is not on this machine is skipped before any
 * of its lifecycle methods runs, so none has to tidy up what was never started. All others are run as if the parts that
 * they are not tagged with were not here. JUnit finds it by the service loader.
 *
 * <p>Classes run one after the other in a test JVM; it is of no use where they do not.
 */
public final class OptionalParts
        implements ExecutionCondition, BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final ExtensionContext.Namespace MINE = ExtensionContext.Namespace.create(OptionalParts.class);
    private static final Map<Part, Optional<String>> ABSENCES = new ConcurrentHashMap<>();

    private final Function<Part, Optional<String>> absence;

    /** The extension that JUnit finds, with the finders of the class path, each asked once. */
    public OptionalParts() {
        this(part -> ABSENCES.computeIfAbsent(part, OptionalParts::find));
    }

    OptionalParts(Function<Part, Optional<String>> absence) {
        this.absence = absence;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        for (Part part : Part.neededBy(context.getTags())) {
            Optional<String> why = absence.apply(part);
            if (why.isPresent()) {
                return ConditionEvaluationResult.disabled(why.get());
            }
        }
        return ConditionEvaluationResult.enabled("every part that it is tagged with is here");
    }

    /** Finders see the machine as it is. */
    private static Optional<String> find(Part part) {
        Optional<String> hidden = hide(Optional.empty());
        try {
            return ServiceLoader.load(PartFinder.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(finder -> finder.finds().contains(part))
                    .findFirst()
                    .orElseThrow(() -> new ExtensionConfigurationException(
                            "no PartFinder on this class path finds " + part + ": its tag would mean nothing"))
                    .absence(part);
        } finally {
            hide(hidden);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    private static void begin(ExtensionContext context) {
        Optional<String> before = hide(Optional.of(String.join(",", Part.hiddenFrom(context.getTags()))));
        context.getStore(MINE).put(context.getUniqueId(), before);
    }

    /** What was hidden before is again: a test may run tests of its own. */
    @SuppressWarnings("unchecked")
    private static void end(ExtensionContext context) {
        Optional<Optional<String>> before =
                Optional.ofNullable(context.getStore(MINE).remove(context.getUniqueId(), Optional.class));
        before.ifPresent(OptionalParts::hide);
    }

    private static Optional<String> hide(Optional<String> parts) {
        Optional<String> before = Optional.ofNullable(System.getProperty(HiddenParts.PROPERTY));
        parts.ifPresentOrElse(
                text -> System.setProperty(HiddenParts.PROPERTY, text),
                () -> System.clearProperty(HiddenParts.PROPERTY));
        return before;
    }
}
