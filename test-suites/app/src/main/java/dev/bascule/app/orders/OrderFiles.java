package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.job.BlobFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Lays a job's blobs into its scratch folder, so that what reads files finds them. A name from the wire is a plain word, or one
 * below a data set: it leads nowhere. Belongs to one job.
 */
final class OrderFiles {
    private static final String WORD = "[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}";
    private static final Pattern NAME = Pattern.compile("(test_data_set_\\d{1,4}/)?" + WORD);

    private final BlobFolder blobs;
    private final Map<Path, String> laid = new LinkedHashMap<>();
    private final Map<Path, String> named = new LinkedHashMap<>();

    OrderFiles(BlobFolder blobs) {
        this.blobs = blobs;
    }

    /** A folder of ours below the job's. */
    Path folder(String ours) {
        return blobs.scratch().resolve(ours);
    }

    /**
     * @param folder of ours
     * @throws BasculeException for a name that may not stand in an order, and a blob that the job does not name
     */
    Path lay(Path folder, CasesOrder.FileRef file) {
        Path blob = blobs.file(Words.hash(file.sha256()));
        Path place = folder.resolve(name(file.name())).normalize();
        if (!place.startsWith(folder)) {
            throw Words.refused("a file's name that leads elsewhere");
        }
        try {
            Files.createDirectories(place.resolveSibling(""));
            Files.copy(blob, place);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "a job's file cannot be laid out: " + e.getClass().getSimpleName());
        }
        laid.put(place, file.sha256());
        return place;
    }

    /** Something of this machine that results name by a word. */
    void named(Path place, String word) {
        named.put(place, word);
    }

    /** A folder that results name as they name its model. */
    void alias(Path folder, String sha256) {
        laid.put(folder, sha256);
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static String name(String name) {
        if (!isName(name)) {
            throw Words.refused("a file's name that is no plain word");
        }
        return name;
    }

    /** The text with each file by its hash instead of where it lies on this machine, which is nobody else's business. */
    String placeless(String json) {
        String text = json;
        for (Map.Entry<Path, String> file : laid.entrySet()) {
            text = text.replace(escaped(file.getKey()), BlobWord.of(file.getValue()));
        }
        for (Map.Entry<Path, String> known : named.entrySet()) {
            text = text.replace(escaped(known.getKey()), known.getValue());
        }
        return text.replace(escaped(blobs.scratch()), "JOB");
    }

    private static String escaped(Path path) {
        return path.toString().replace("\\", "\\\\");
    }
}
