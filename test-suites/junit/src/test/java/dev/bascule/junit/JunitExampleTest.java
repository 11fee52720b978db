package dev.bascule.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The example project's own tests, compiled and run by the launcher as Surefire does. */
@Tag("native")
@Tag("browser")
@Tag("full")
class JunitExampleTest {
    private static final Path EXAMPLE = Checkout.path("examples/junit/src/test");

    @TempDir
    Path classes;

    @Test
    void the_examples_suite_and_its_helpers_pass() throws Exception {
        compile();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        URL[] path = {
            classes.toUri().toURL(), EXAMPLE.resolve("resources").toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(path, before)) {
            thread.setContextClassLoader(loader);
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(
                                            selectClass(loader.loadClass("example.SearchSuiteTest")),
                                            selectClass(loader.loadClass("example.SearchModelTest")))
                                    .configurationParameter(
                                            "bascule.out",
                                            classes.resolve("reports").toString())
                                    .configurationParameter(
                                            "bascule.store",
                                            classes.resolve("history.duckdb").toString())
                                    .build(),
                            listener);
            TestExecutionSummary summary = listener.getSummary();
            StringWriter failures = new StringWriter();
            summary.printFailuresTo(new java.io.PrintWriter(failures));
            assertThat(summary.getTotalFailureCount()).as(failures.toString()).isZero();
            assertThat(summary.getTestsSucceededCount()).isEqualTo(5);
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(classes.resolve("history.duckdb")).exists();
    }

    private void compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
                Stream<Path> files = Files.walk(EXAMPLE.resolve("java"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            assertThat(compiler.getTask(
                                    complaints,
                                    manager,
                                    null,
                                    options,
                                    null,
                                    manager.getJavaFileObjectsFromPaths(sources))
                            .call())
                    .as(complaints.toString())
                    .isTrue();
        }
    }
}
