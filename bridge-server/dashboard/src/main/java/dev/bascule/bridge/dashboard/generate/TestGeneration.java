package dev.bascule.bridge.dashboard.generate;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import java.util.List;
import java.util.Optional;

/** What the dashboard needs of the floor above to write tests. Thread-safe. */
public interface TestGeneration {

    /**
     * Writes a test.
     *
     * @throws dev.bascule.fallback.error.BasculeException where there is no such model, backend or browser, naming the
     *     nearest
     */
    Generated generate(Source source);

    /** The cell or model that a test is for. */
    sealed interface Source {}

    /** A cell that was measured. */
    record OfCell(RunRecord run, CaseRun cell) implements Source {}

    /**
     * The model of a cell, with its inputs and settings, in a place where nothing was measured yet.
     *
     * @param chain ids of backends, one for a strict target
     * @param browser id; the best for the backend where empty
     */
    record LikeCell(RunRecord run, CaseRun cell, List<String> chain, Optional<String> browser) implements Source {
        public LikeCell {
            chain = List.copyOf(chain);
        }
    }

    /**
     * A model in such a place.
     *
     * @param model as a job names it
     */
    record OfModel(String model, List<String> chain, Optional<String> browser) implements Source {
        public OfModel {
            chain = List.copyOf(chain);
        }
    }

    /**
     * The files of a test.
     *
     * @param files a suite, a JUnit class, a workflow
     * @param todo what is left for a person to do, each a sentence
     */
    record Generated(List<GeneratedFile> files, List<String> todo) {
        public Generated {
            files = List.copyOf(files);
            todo = List.copyOf(todo);
        }
    }

    /**
     * @param path relative to the project that it is for
     * @param text its content
     */
    record GeneratedFile(String path, String text) {}
}
