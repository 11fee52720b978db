package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which part of the matrix to show. An empty set filters nothing. {@code suite}, {@code since} and {@code until} choose runs,
 * and the newest cell is sought among these; models, families, cases and text choose rows; browsers, backends, engines and machines
 * choose columns; verdicts choose the rows that have such a cell in a chosen column. A row shows all its cells in the chosen
 * columns, so that a blank always means that nobody ran it: in the chosen runs, where runs are chosen. Immutable.
 *
 * @param runs among which cells are sought
 * @param rows which of them
 * @param columns which of them
 * @param verdicts of cells
 * @param sort order of the rows
 * @param page which part of the rows
 */
public record MatrixQuery(RunScope runs, Rows rows, Columns columns, Set<Verdict> verdicts, Sort sort, Page page) {
    public static final int MOST_ROWS = 1000;
    public static final MatrixQuery ALL = builder().build();

    /** What a row is a case of. */
    public enum Cases {
        MODELS,
        CONFORMANCE;

        public static Cases of(CaseRun run) {
            return ofTask(run.model().task());
        }

        static Cases ofTask(String task) {
            return task.equals(ModelInfo.CONFORMANCE) ? CONFORMANCE : MODELS;
        }
    }

    /** Order of rows; rows that are equal in it come by their key. */
    public enum Sort {
        /** By the model's name. */
        MODEL,
        /** What was measured last comes first. */
        NEWEST,
        /** The worst verdict first. */
        WORST,
        /** The lowest mean score first; rows without any score last. */
        SCORE
    }

    /**
     * Which rows.
     *
     * @param models names of models
     * @param families of models
     * @param cases what is run: models that somebody uses, or conformance cases, thousands of which would bury them
     * @param text words, all of which a row's model, case or settings must have, in any case of letters
     */
    public record Rows(Set<String> models, Set<Family> families, Set<Cases> cases, Optional<String> text) {
        public Rows {
            models = Set.copyOf(models);
            families = Set.copyOf(families);
            cases = Set.copyOf(cases);
        }

        /** The words of the text, in lower case. */
        List<String> words() {
            return text.map(typed -> Arrays.stream(
                                    typed.toLowerCase(Locale.ROOT).strip().split("\\s+"))
                            .filter(word -> !word.isEmpty())
                            .toList())
                    .orElse(List.of());
        }
    }

    /**
     * Which columns.
     *
     * @param browsers names, or names with version as columns have them; {@code native} for none
     * @param backends ids of the backend that a column asks for first
     * @param engines names
     * @param machines fingerprints
     */
    public record Columns(Set<String> browsers, Set<String> backends, Set<String> engines, Set<String> machines) {
        public Columns {
            browsers = Set.copyOf(browsers);
            backends = Set.copyOf(backends);
            engines = Set.copyOf(engines);
            machines = Set.copyOf(machines);
        }
    }

    /**
     * Which part of the rows.
     *
     * @param number from 0
     * @param size rows in a page, 1 to {@value #MOST_ROWS}
     */
    public record Page(int number, int size) {
        public Page {
            if (number < 0 || size < 1 || size > MOST_ROWS) {
                throw new IllegalArgumentException("page %d of %d rows".formatted(number, size));
            }
        }
    }

    public MatrixQuery {
        verdicts = Set.copyOf(verdicts);
    }

    /** The same on another page. */
    public MatrixQuery page(int number) {
        return new MatrixQuery(runs, rows, columns, verdicts, sort, new Page(number, page.size()));
    }

    /** Begins with everything, by model, 50 rows a page. */
    public static Builder builder() {
        return new Builder();
    }

    /** Puts a query together. Belongs to one thread. */
    public static final class Builder {
        private Optional<String> suite = Optional.empty();
        private Optional<Instant> since = Optional.empty();
        private Optional<Instant> until = Optional.empty();
        private Optional<String> text = Optional.empty();
        private final Set<String> models = new TreeSet<>();
        private final Set<Family> families = EnumSet.noneOf(Family.class);
        private final Set<Cases> cases = EnumSet.noneOf(Cases.class);
        private final Set<String> browsers = new TreeSet<>();
        private final Set<String> backends = new TreeSet<>();
        private final Set<String> engines = new TreeSet<>();
        private final Set<String> machines = new TreeSet<>();
        private final Set<Verdict> verdicts = EnumSet.noneOf(Verdict.class);
        private Sort sort = Sort.MODEL;
        private int page;
        private int pageSize = 50;

        private Builder() {}

        public Builder suite(String name) {
            suite = Optional.of(name);
            return this;
        }

        public Builder since(Instant instant) {
            since = Optional.of(instant);
            return this;
        }

        public Builder until(Instant instant) {
            until = Optional.of(instant);
            return this;
        }

        public Builder text(String words) {
            text = Optional.of(words).filter(some -> !some.isBlank());
            return this;
        }

        public Builder models(String... names) {
            models.addAll(List.of(names));
            return this;
        }

        public Builder families(Family... some) {
            families.addAll(List.of(some));
            return this;
        }

        public Builder cases(Cases... some) {
            cases.addAll(List.of(some));
            return this;
        }

        public Builder browsers(String... names) {
            browsers.addAll(List.of(names));
            return this;
        }

        public Builder backends(String... ids) {
            backends.addAll(List.of(ids));
            return this;
        }

        public Builder engines(String... names) {
            engines.addAll(List.of(names));
            return this;
        }

        public Builder machines(String... fingerprints) {
            machines.addAll(List.of(fingerprints));
            return this;
        }

        public Builder verdicts(Verdict... some) {
            verdicts.addAll(List.of(some));
            return this;
        }

        public Builder sort(Sort order) {
            sort = order;
            return this;
        }

        public Builder page(int number, int rows) {
            page = number;
            pageSize = rows;
            return this;
        }

        public MatrixQuery build() {
            return new MatrixQuery(
                    new RunScope(suite, since, until),
                    new Rows(models, families, cases, text),
                    new Columns(browsers, backends, engines, machines),
                    verdicts,
                    sort,
                    new Page(page, pageSize));
        }
    }
}
