package dev.bascule.training.checkpoint;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.training.checkpoint.CheckpointOrigin.Part;
import dev.bascule.training.data.Batches;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Checkpoints as safetensors: the state as tensors, all else as metadata, with hashes of both. Stateless. */
final class CheckpointFile {
    private static final String FORMAT = "bascule.checkpoint";
    private static final String VERSION = "2";
    private static final String METADATA_HASH = "metadata.sha256";
    private static final long MOST = 2L << 30;

    private CheckpointFile() {}

    static void write(Checkpoint checkpoint, Path file) {
        Map<String, String> texts = metadata(checkpoint);
        texts.put(METADATA_HASH, sha256(texts));
        SafeTensors content = new SafeTensors(checkpoint.state(), texts);
        try {
            Path folder = Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
            Path draft = Files.createTempFile(folder, file.getFileName() + ".", ".part");
            try {
                try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE);
                        OutputStream to = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
                    SafeTensorsWriter.write(content, to);
                    to.flush();
                    // The name must not be there before the bytes are, whenever the power fails.
                    channel.force(true);
                }
                AtomicFile.move(draft, file);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "cannot write the checkpoint '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    private static Map<String, String> metadata(Checkpoint checkpoint) {
        CheckpointOrigin origin = checkpoint.origin();
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(FORMAT, VERSION);
        texts.put("network", origin.network().name());
        texts.put("network.sha256", origin.network().sha256());
        texts.put("optimizer", origin.optimizer());
        texts.put("data", origin.data().name());
        texts.put("data.sha256", origin.data().sha256());
        texts.put("batch", String.valueOf(origin.batch()));
        texts.put("seed", String.valueOf(origin.seed()));
        texts.put("step", String.valueOf(checkpoint.step()));
        texts.put("position.seed", String.valueOf(checkpoint.position().seed()));
        texts.put("position.epoch", String.valueOf(checkpoint.position().epoch()));
        texts.put("position.index", String.valueOf(checkpoint.position().index()));
        texts.put("state.sha256", checkpoint.stateSha256());
        return texts;
    }

    /** Of all that is said beside the tensors: a step or a seed that was changed is another run. */
    private static String sha256(Map<String, String> texts) {
        MessageDigest digest = Sha256.digest();
        new TreeMap<>(texts)
                .forEach((key, text) ->
                        digest.update("%s\0%s\0".formatted(key, text).getBytes(StandardCharsets.UTF_8)));
        return Sha256.hex(digest);
    }

    static Checkpoint read(Path file) {
        try {
            return parse(file.toString(), InputFile.bytes(file, MOST));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.CHECKPOINT_INVALID,
                    "cannot read the checkpoint '%s': %s".formatted(file, FileErrorText.why(e)));
        }
    }

    static Checkpoint parse(String file, byte[] bytes) {
        SafeTensors content = SafeTensorsReader.read(file, bytes);
        Fields fields = new Fields(file, content.metadata());
        if (!fields.text(FORMAT).equals(VERSION)) {
            throw invalid(file, "it is written in version %s of its format".formatted(fields.text(FORMAT)));
        }
        Checkpoint read = new Checkpoint(
                new CheckpointOrigin(
                        new Part(fields.text("network"), fields.text("network.sha256")),
                        fields.text("optimizer"),
                        new Part(fields.text("data"), fields.text("data.sha256")),
                        fields.count("batch"),
                        fields.number("seed", Long.MIN_VALUE)),
                fields.number("step", 0),
                new Batches.Position(
                        fields.number("position.seed", Long.MIN_VALUE),
                        fields.number("position.epoch", 0),
                        fields.count("position.index")),
                content.tensors());
        if (!read.stateSha256().equals(fields.text("state.sha256"))) {
            throw invalid(file, "its tensors are not those that it was written with");
        }
        if (!sha256(metadata(read)).equals(fields.text(METADATA_HASH))) {
            throw invalid(file, "its metadata, such as the step, are not those that it was written with");
        }
        return read;
    }

    private static BasculeException invalid(String file, String why) {
        return new BasculeException(
                ErrorCode.CHECKPOINT_INVALID,
                "'%s' is no checkpoint that can be gone on with: %s".formatted(file, why));
    }

    private record Fields(String file, Map<String, String> texts) {
        String text(String key) {
            return Optional.ofNullable(texts.get(key))
                    .orElseThrow(() -> invalid(file, "it does not say '%s'; another program wrote it".formatted(key)));
        }

        long number(String key, long least) {
            try {
                long number = Long.parseLong(text(key));
                if (number >= least) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw invalid(file, "its '%s' is no number".formatted(key));
            }
            throw invalid(file, "its '%s' is below %d".formatted(key, least));
        }

        int count(String key) {
            long number = number(key, 0);
            if (number > Integer.MAX_VALUE) {
                throw invalid(file, "its '%s' is %d".formatted(key, number));
            }
            return (int) number;
        }
    }
}
