package dev.bascule.studies.conformance;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes cases into one file for the runners, and deletes it in the end. Belongs to one thread. */
public final class PackFiles implements AutoCloseable {
    private static final int BUFFER = 1 << 20;

    private final Path folder;
    private final long mostBytes;
    private final List<Written> written = new ArrayList<>();

    private record Written(List<ConformanceCase> cases, ModelArtifact pack) {}

    public PackFiles() {
        this(Integer.MAX_VALUE);
    }

    /** @param mostBytes that models and inputs of one pack may take; never more than the format's 2 GiB */
    public PackFiles(long mostBytes) {
        this.mostBytes = mostBytes;
        try {
            folder = Files.createTempDirectory("bascule-pack");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the pack of cases cannot be written: " + e.getMessage());
        }
    }

    /**
     * The cases in this order; a case's index in the list is its index in the pack. The same cases for another column are
     * not written again.
     *
     * @throws BasculeException {@link ErrorCode#OUT_OF_MEMORY} for more than a pack holds, {@link
     *     ErrorCode#OUTPUT_UNWRITABLE} where there is no room for it
     */
    public ModelArtifact write(List<ConformanceCase> cases) {
        Optional<Written> before =
                written.stream().filter(one -> isSame(one.cases(), cases)).findFirst();
        if (before.isPresent()) {
            return before.get().pack();
        }
        if (cases.stream().mapToLong(ConformanceCase::packedBytes).sum() > mostBytes) {
            throw tooLarge();
        }
        Path unnamed = folder.resolve("unnamed");
        MessageDigest digest = Sha256.digest();
        try {
            try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(unnamed), BUFFER);
                    OutputStream out = new DigestOutputStream(file, digest)) {
                Pack.write(cases.stream().map(ConformanceCase::packed).toList(), out);
            }
            String sha256 = Sha256.hex(digest);
            Path file = Files.move(unnamed, folder.resolve(sha256 + ".pack"), StandardCopyOption.REPLACE_EXISTING);
            ModelArtifact pack = new ModelArtifact(sha256, Files.size(file), file);
            written.add(new Written(List.copyOf(cases), pack));
            return pack;
        } catch (ArithmeticException e) {
            // With its header and the gaps between its parts.
            throw tooLarge();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the pack of cases cannot be written: " + e.getMessage());
        }
    }

    private static BasculeException tooLarge() {
        return new BasculeException(
                ErrorCode.OUT_OF_MEMORY, "model and inputs are more than 2 GiB, the most that a pack holds");
    }

    /** By identity: to compare the bytes would take as long as to write them. */
    private static boolean isSame(List<ConformanceCase> one, List<ConformanceCase> other) {
        return one.size() == other.size() && IntStream.range(0, one.size()).allMatch(i -> one.get(i) == other.get(i));
    }

    /**
     * Parts of a list, in order, none of which makes a pack of more than about so many bytes; a case that is larger by
     * itself is a part of its own.
     */
    public static List<List<ConformanceCase>> parts(List<ConformanceCase> cases, long mostBytes) {
        List<List<ConformanceCase>> parts = new ArrayList<>();
        int from = 0;
        long size = 0;
        for (int i = 0; i < cases.size(); i++) {
            long own = cases.get(i).packedBytes();
            if (i > from && size + own > mostBytes) {
                parts.add(cases.subList(from, i));
                from = i;
                size = 0;
            }
            size += own;
        }
        if (from < cases.size()) {
            parts.add(cases.subList(from, cases.size()));
        }
        return List.copyOf(parts);
    }

    @Override
    public void close() {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // A leftover in the system's temporary folder harms nothing.
        }
    }
}
