package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.audit.AuditFinding;
import dev.bascule.reports.document.RunDocuments;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Takes the runs of other histories in. Each source is first copied by a {@link ForeignCopier} and brought up to date, so that
 * it stays as it is; then its runs are read and appended like any others, with numbers of their own. Belongs to one thread.
 */
final class HistoryImport implements AutoCloseable {
    /** Of a database: a checksum, then its mark. */
    private static final int START = 12;

    private static final String MARK = "DUCK";

    /** An opened copy of a source. */
    private record Opened(Path path, DuckDbHistory history, List<String> runs) {}

    private final Path folder;
    private final List<Opened> sources = new ArrayList<>();

    private final ForeignCopier copier;

    private HistoryImport(Path folder, ForeignCopier.Maker copiers) throws IOException {
        this.folder = folder;
        this.copier = copiers.in(folder);
        // Whoever holds the history is alone here: what is left is of an import that was killed.
        FolderTree.delete(folder);
        Files.createDirectory(folder);
    }

    /** Where sources are copied to: beside the history. */
    static Path folder(Path store) throws IOException {
        Path file = StoreLock.real(store);
        return file.resolveSibling(file.getFileName() + ".importing");
    }

    /** @param copiers whoever opens what is foreign */
    static ImportResult into(
            DuckDbHistory history, String file, List<Path> paths, Instant now, ForeignCopier.Maker copiers) {
        try (HistoryImport importing = new HistoryImport(folder(Path.of(file)), copiers)) {
            for (Path path : paths) {
                refuseItself(path, file);
                importing.open(path);
            }
            importing.refuseDoubtful(now);
            importing.refuseConflicts(history, file);
            importing.refuseCopies(history);
            return importing.append(history);
        } catch (IOException e) {
            throw HistoryCopy.unwritable(
                    Path.of(file + ".importing"), String.valueOf(e.getMessage()), "free space there");
        }
    }

    /** Opening a file a second time in one process would let go of its lock in the end. */
    private static void refuseItself(Path path, String file) throws IOException {
        Path own = Path.of(file);
        if (Files.exists(path) && Files.exists(own) && Files.isSameFile(path, own)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s cannot be imported into itself".formatted(path),
                    "name another source, or another history with --store FILE");
        }
    }

    private void open(Path path) throws IOException {
        try {
            take(path);
        } catch (BasculeException e) {
            throw ofSource(e);
        }
    }

    /** Whatever is wrong with a source is bad input, and its remedy is one for the source: the history here is as it was. */
    private static BasculeException ofSource(BasculeException error) {
        if (error.code() != ErrorCode.STORE_INVALID && error.code() != ErrorCode.USAGE_ERROR) {
            return error;
        }
        List<String> remedies = error.failure().remedies();
        return BasculeException.because(
                error,
                ErrorCode.SOURCE_INVALID,
                String.valueOf(error.getMessage()),
                (remedies.equals(error.code().remedies()) ? ErrorCode.SOURCE_INVALID.remedies() : remedies)
                        .toArray(String[]::new));
    }

    private void take(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new BasculeException(
                    ErrorCode.SOURCE_INVALID, "there is no history '%s'".formatted(path), "check the path");
        }
        if (!Files.isDirectory(path)) {
            DuckDbFile.refuseSpecial(path);
        }
        Path copy = folder.resolve(sources.size() + ".duckdb");
        if (Files.isDirectory(path) || start(path).endsWith(MARK)) {
            copier.copy(path, copy);
        } else if (start(path).strip().startsWith("{")) {
            document(path, copy);
        } else {
            throw ForeignTables.damaged(path, "it is neither a history's file nor the document of a run");
        }
        sources.add(opened(path, copy));
    }

    /** What an id in it says against being one is said of the source, and not of the copy. */
    private static Opened opened(Path path, Path copy) {
        try {
            DuckDbHistory history = DuckDbHistory.openCopy(copy);
            try {
                return new Opened(
                        path,
                        history,
                        history.runs(RunFilter.ALL).stream().map(RunHeading::id).toList());
            } catch (BasculeException e) {
                history.close();
                throw e;
            }
        } catch (BasculeException e) {
            throw e.code() == ErrorCode.RECORD_INVALID
                    ? BasculeException.because(e, e.code(), "%s cannot be imported: %s".formatted(path, e.getMessage()))
                    : e;
        }
    }

    private static String start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(START), StandardCharsets.ISO_8859_1);
        }
    }

    private static void document(Path from, Path to) {
        RunRecord run = RunDocuments.read(from);
        try (DuckDbHistory fresh = DuckDbHistory.open(to)) {
            fresh.append(run);
        }
    }

    private void refuseDoubtful(Instant now) {
        for (Opened source : sources) {
            refuseUnreadableWorks(source);
            ImportedPredictions.refuseDoubtful(source.path(), source.history(), now);
            ImportedTrainings.refuseDoubtful(source.path(), source.history(), now);
            ImportedQuantizations.refuseDoubtful(source.path(), source.history(), now);
            AuditFinding.refuse(
                    source.path().toString(),
                    source.runs().stream()
                            .flatMap(id -> source.history().doubts(id, now).stream())
                            .toList());
        }
    }

    private static void refuseUnreadableWorks(Opened source) {
        try {
            source.history().works();
        } catch (IllegalArgumentException e) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "%s cannot be imported: its kernels are none: %s".formatted(source.path(), e.getMessage()));
        }
    }

    private void refuseConflicts(DuckDbHistory history, String file) {
        List<DuckDbHistory> before = new ArrayList<>(List.of(history));
        for (Opened source : sources) {
            before.forEach(one -> ImportedTrainings.refuseConflicts(source.path(), source.history(), one));
            before.forEach(one -> ImportedQuantizations.refuseConflicts(source.path(), source.history(), one));
            before.add(source.history());
        }
        Map<String, Opened> first = new HashMap<>();
        Set<String> here = new TreeSet<>(
                history.runs(RunFilter.ALL).stream().map(RunHeading::id).toList());
        for (Opened source : sources) {
            for (String id : source.runs()) {
                if (here.contains(id)) {
                    refuse(id, source, history, file);
                }
                Opened other = first.putIfAbsent(id, source);
                if (other != null) {
                    refuse(id, source, other.history(), other.path().toString());
                }
            }
        }
    }

    /** Equal samples are one run: under another name it would count as one more. */
    private void refuseCopies(DuckDbHistory history) {
        List<CopiedRuns.Held> held = new ArrayList<>(history.sampleArrays());
        sources.forEach(source -> held.addAll(source.history().sampleArrays()));
        List<CopiedRuns.Copied> copies = CopiedRuns.among(held);
        for (Opened source : sources) {
            AuditFinding.refuse(
                    source.path().toString(),
                    copies.stream()
                            .filter(copy -> source.runs().contains(copy.run()))
                            .map(copy -> new AuditFinding("run " + copy.run(), copy.words()))
                            .toList());
        }
    }

    private static void refuse(String id, Opened source, DuckDbHistory other, String otherName) {
        if (!measured(source.history(), id).equals(measured(other, id))) {
            throw new BasculeException(
                    ErrorCode.STORE_CONFLICT,
                    "run %s of %s is another than run %s of %s; nothing was imported"
                            .formatted(id, source.path(), id, otherName));
        }
    }

    /** The way that a run took here does not make it another. */
    private static Optional<RunRecord> measured(DuckDbHistory history, String id) {
        return history.find(id).map(run -> run.from(Set.of()));
    }

    private ImportResult append(DuckDbHistory history) {
        List<ImportResult.Source> results = new ArrayList<>();
        for (Opened source : sources) {
            Set<String> here = new TreeSet<>(
                    history.runs(RunFilter.ALL).stream().map(RunHeading::id).toList());
            List<String> missing =
                    source.runs().stream().filter(id -> !here.contains(id)).toList();
            Iterable<RunRecord> runs = () -> missing.stream()
                    .map(id -> source.history().find(id).orElseThrow().as(RunOrigin.IMPORTED))
                    .iterator();
            int added = history.appendAll(runs);
            importWorks(source.history(), history);
            ImportedPredictions.take(source.history(), history);
            ImportedTrainings.take(source.path(), source.history(), history);
            ImportedQuantizations.take(source.path(), source.history(), history);
            results.add(
                    new ImportResult.Source(source.path(), added, source.runs().size() - added));
        }
        return new ImportResult(results);
    }

    /** What was learned here stays: its times are this machine's. */
    private static void importWorks(DuckDbHistory from, DuckDbHistory to) {
        Set<ModelWork.Key> here = to.works().stream().map(ModelWork::key).collect(Collectors.toSet());
        from.works().stream().filter(work -> !here.contains(work.key())).forEach(to::keepWork);
    }

    @Override
    public void close() {
        copier.close();
        sources.forEach(source -> source.history().close());
        try {
            FolderTree.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
