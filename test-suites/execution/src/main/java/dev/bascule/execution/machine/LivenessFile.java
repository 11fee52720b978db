package dev.bascule.execution.machine;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file in which somebody says who they are, and of which they hold a lock for as long as they live: a file, of which they
 * hold a lock for as long as they live. The lock is on a byte far behind the text, which others can read on every system;
 * neither a clock nor a pid decides whether they live. Stateless.
 */
final class LivenessFile {
    private static final Logger LOG = LoggerFactory.getLogger(LivenessFile.class);
    private static final long LOCKED_BYTE = 1L << 40;

    /** This process's by their names, which are unique: closing one's own file anywhere would let go of its lock. */
    private static final Map<String, Own> OWN = new ConcurrentHashMap<>();

    private record Own(MachineUser self, FileChannel channel) {}

    private enum Lock {
        HELD,
        FREE,
        UNKNOWN
    }

    private LivenessFile() {}

    /** Others see it with its lock held from the beginning. */
    static void write(Path file, MachineUser self) throws IOException {
        Path part = Files.createTempFile(Files.createDirectories(file.getParent()), "announced", ".part");
        FileChannel channel = FileChannel.open(part, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            channel.write(ByteBuffer.wrap(Json.MAPPER.writeValueAsBytes(self)));
            lock(channel);
            OWN.put(name(file), new Own(self, channel));
            AtomicFile.move(part, file);
        } catch (IOException | RuntimeException e) {
            OWN.remove(name(file));
            channel.close();
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private static void lock(FileChannel channel) {
        try {
            FileLock held = channel.tryLock(LOCKED_BYTE, 1, false);
            LOG.trace("announced with {}", held);
        } catch (IOException without) {
            LOG.debug("no lock to be seen alive by: {}", without.toString());
        }
    }

    /** Takes one's own back. */
    static void delete(Path file) {
        Own own = OWN.remove(name(file));
        try {
            Files.deleteIfExists(file);
            if (own != null) {
                own.channel().close();
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be deleted: {}", file, e.toString());
        }
    }

    /** Who says so, if they live. The file of one who surely does not is swept. */
    static Optional<MachineUser> read(Path file) throws IOException {
        Own own = OWN.get(name(file));
        if (own != null) {
            return Optional.of(own.self());
        }
        MachineUser user;
        Lock lock;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            user = Json.MAPPER.readValue(text(channel), MachineUser.class);
            lock = lock(channel, file);
        } catch (JsonProcessingException e) {
            LOG.debug("{} is none of these files: {}", file, e.toString());
            return Optional.empty();
        }
        boolean lives = lock == Lock.HELD || user.isThere();
        // Of one in another container only the lock can tell; of one here the lock and the pid must both say so.
        if (!lives && (user.isGone() || (!user.isVisible() && lock == Lock.FREE))) {
            Files.deleteIfExists(file);
        }
        return lives ? Optional.of(user) : Optional.empty();
    }

    private static byte[] text(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (text.hasRemaining() && channel.read(text) >= 0) {
            Thread.onSpinWait();
        }
        return text.array();
    }

    /** Shared, so that two who look do not take each other for the one who lives. */
    private static Lock probe(FileChannel channel) throws IOException {
        try (FileLock free = channel.tryLock(LOCKED_BYTE, 1, true)) {
            return free == null ? Lock.HELD : Lock.FREE;
        }
    }

    private static Lock lock(FileChannel channel, Path file) {
        try {
            return probe(channel);
        } catch (OverlappingFileLockException anotherThreadLooks) {
            return Lock.UNKNOWN;
        } catch (IOException without) {
            LOG.debug("{} cannot be locked: {}", file, without.toString());
            return Lock.UNKNOWN;
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
