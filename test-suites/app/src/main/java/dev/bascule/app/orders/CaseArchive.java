package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.models.packages.ArchiveFiles;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Conformance cases in one zip. Files lie by the ids of their cases, so that whoever unpacks them reads the same ids, and no
 * name of a folder of the submitter's travels. The same cases make the same bytes. Stateless.
 */
final class CaseArchive {
    private static final String WORD = "(?!\\.)[A-Za-z0-9_.+-]{1,200}";
    private static final Pattern NAME = Pattern.compile("%1$s(/%1$s){1,8}".formatted(WORD));
    private static final Pattern ENDING = Pattern.compile("model\\.onnx|(input|output)_\\d{1,4}\\.pb|.+\\.json");
    private static final Pattern DATA = Pattern.compile("test_data_set_\\d{1,6}");
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** Of all files of one job's cases. */
    private static final long MOST_BYTES = 4L << 30;

    private CaseArchive() {}

    static void write(List<ConformanceCase> cases, Path zip) {
        SortedMap<String, Path> files = new TreeMap<>();
        try {
            for (ConformanceCase one : cases) {
                add(one, files);
            }
            try (OutputStream out = Files.newOutputStream(zip);
                    ZipOutputStream packed = new ZipOutputStream(out)) {
                for (var file : files.entrySet()) {
                    ZipEntry entry = new ZipEntry(file.getKey());
                    entry.setTimeLocal(NO_TIME);
                    packed.putNextEntry(entry);
                    Files.copy(file.getValue(), packed);
                    packed.closeEntry();
                }
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "cases cannot be packed: " + FileErrorText.why(e));
        }
    }

    private static void add(ConformanceCase one, SortedMap<String, Path> files) throws IOException {
        String place = "%s/%s".formatted(one.id().suite(), one.id().path());
        if (!Files.isDirectory(one.source())) {
            files.put(place + ".json", one.source());
            return;
        }
        String folder = "%s/%s".formatted(place, one.id().name());
        files.put(folder + "/model.onnx", one.source().resolve("model.onnx"));
        for (Path set : listed(one.source())) {
            if (DATA.matcher(name(set)).matches()) {
                for (Path file : listed(set)) {
                    if (ENDING.matcher(name(file)).matches()) {
                        files.put("%s/%s/%s".formatted(folder, name(set), name(file)), file);
                    }
                }
            }
        }
    }

    private static List<Path> listed(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /**
     * Unpacks it, and says which folders to read.
     *
     * @throws BasculeException for an entry that is no file of a case, or more than is allowed
     */
    static List<Path> unpack(Path zip, Path folder) {
        Set<Path> tops = new TreeSet<>();
        try {
            ArchiveFiles.read(zip, MOST_BYTES, (name, content) -> {
                String last = name.substring(name.lastIndexOf('/') + 1);
                if (!NAME.matcher(name).matches() || !ENDING.matcher(last).matches()) {
                    throw Words.refused("a file in its archive that is none of a case");
                }
                ArchiveFiles.write(content, ArchiveFiles.place(zip, folder, name));
                tops.add(folder.resolve(name.substring(0, name.indexOf('/'))));
            });
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.PROTOCOL_VIOLATION, "the order's archive cannot be read: " + FileErrorText.why(e));
        }
        return List.copyOf(tops);
    }
}
