package dev.bascule.fallback.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes one line {@code tag<TAB>status<TAB>test id} per tag of each test that ended, to the file that the system
 * property {@code bascule.executedTags} names; without the property it does nothing. Surefire's XML does not carry
 * tags, and CI has to know that the groups {@code browser}, {@code native} and {@code corpus} really ran: a test given
 * up by an assumption is {@code ABORTED} here, one that a condition left out {@code SKIPPED}, and neither counts.
 *
 * <p>Thread-safe: tests may end on several threads at once.
 */
public final class ExecutedTags implements TestExecutionListener {

    /** The system property that names the file. */
    public static final String PROPERTY = "bascule.executedTags";

    /** A test JVM starts a file of its own; a second launcher in the same JVM goes on in it. */
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private final Optional<Path> file;
    private volatile Optional<TestPlan> running = Optional.empty();

    /** The listener that the test launcher finds by the service loader. */
    public ExecutedTags() {
        this(Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of));
        if (BEGUN.compareAndSet(false, true)) {
            file.ifPresent(ExecutedTags::begin);
        }
    }

    ExecutedTags(Optional<Path> file) {
        this.file = file;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        running = Optional.of(plan);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            record(test, result.getStatus().name());
        }
    }

    /** Of a class that is skipped as a whole, each test is; one that makes its tests as it runs counts once. */
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        Stream.concat(Stream.of(test), running.stream().flatMap(plan -> plan.getDescendants(test).stream()))
                .filter(one -> one.isTest() || isFactory(one))
                .forEach(one -> record(one, "SKIPPED"));
    }

    private static boolean isFactory(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).isPresent();
    }

    private void record(TestIdentifier test, String status) {
        List<String> lines = tags(test).stream()
                .map(tag -> tag + "\t" + status + "\t" + test.getUniqueId())
                .toList();
        file.filter(path -> !lines.isEmpty()).ifPresent(path -> append(path, lines));
    }

    /** A dynamic test has no tags of its own: it belongs to its factory's groups. */
    private Set<String> tags(TestIdentifier test) {
        Set<String> tags = new TreeSet<>();
        for (Optional<TestIdentifier> node = Optional.of(test); node.isPresent(); node = parent(node.get())) {
            node.get().getTags().forEach(tag -> tags.add(tag.getName()));
        }
        return tags;
    }

    private Optional<TestIdentifier> parent(TestIdentifier test) {
        return running.flatMap(plan -> plan.getParent(test));
    }

    private static void begin(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static synchronized void append(Path file, List<String> lines) {
        try {
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
