package dev.bascule.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.bascule.bridge.browse.BrowsedPage;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server with one run, two trainings and a quantisation in its history, and a browser: the same for all classes that a JVM runs. For one thread. */
final class SharedDashboard implements BeforeAllCallback {
    /** Right on two targets, wrong on a third, and fallen on a fourth. */
    static final String TRAINING = "20261129-1000-aaaa";

    /** On one of these targets, where it is wrong now. */
    static final String LATER_TRAINING = "20261129-1100-bbbb";

    static final String QUANTIZATION = "20261130-0100-cccc";

    private Optional<Started> started = Optional.empty();

    /** @param job of the run */
    private record Started(Path folder, BrowsedPage browser, ServedDashboard server, String job)
            implements AutoCloseable {
        static Started start() throws IOException {
            BrowsedPage browser = BrowsedPage.start(List.of());
            Path folder = Files.createTempDirectory("bascule-dashboard");
            train(ServedDashboard.store(folder));
            ServedDashboard server = ServedDashboard.start(folder);
            try {
                String job = server.startJob(List.of("zoo:ds-cnn"));
                assertThat(server.awaitEnd(job)).isEqualTo("DONE");
                return new Started(folder, browser, server, job);
            } catch (RuntimeException | Error failed) {
                // Nobody else would end it.
                server.close();
                throw failed;
            }
        }

        /** While the server has it open nothing is kept. */
        private static void train(Path store) {
            try (History history = DuckDbHistory.open(store)) {
                history.keepTrainings(List.of(
                        Trainings.right(TRAINING, 1, "wasm"),
                        Trainings.right(TRAINING, 2, "cpu"),
                        Trainings.wrong(TRAINING, 3, "webgpu"),
                        Trainings.fell(TRAINING, 4, "webnn", "no kernel for 'Einsum'")));
                history.keepTrainings(List.of(Trainings.wrong(LATER_TRAINING, 1, "wasm")));
                history.keepQuantization(Quantizations.of(QUANTIZATION));
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            browser.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // The root ends with each class where a build's JVM is given one after the other.
        started = Optional.of(context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(SharedDashboard.class))
                .getOrComputeIfAbsent(Started.class, type -> begun(), Started.class));
    }

    private static Started begun() {
        try {
            return Started.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Started here() {
        return started.orElseThrow();
    }

    ServedDashboard server() {
        return here().server();
    }

    /** The job of the run that the history has from the beginning. */
    String firstJob() {
        return here().job();
    }

    Window window() {
        return window(server().port(), new Browser.NewContextOptions().setViewportSize(1280, 900));
    }

    /** @param port of the server, or of what stands before it */
    Window window(int port, Browser.NewContextOptions options) {
        return Window.open(here().browser().browser(), port, options);
    }
}
