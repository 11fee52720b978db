package dev.bascule.nativerunner.library;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads from a shared library of Linux which others it names (DT_NEEDED), without loading anything: 64 bits, little endian,
 * as in elf(5). Stateless.
 */
final class ElfFile {
    private static final int MAGIC = 0x464c457f;
    private static final int BITS_64_LITTLE = 0x0102;
    private static final int HEADER = 64;
    private static final int LOAD = 1;
    private static final int DYNAMIC = 2;
    private static final int END = 0;
    private static final int NEEDED = 1;
    private static final int STRINGS = 5;
    private static final int LONGEST_NAME = 256;
    private static final int MOST_BYTES = 1 << 20;

    private ElfFile() {}

    /** A part of the file and the address that it is loaded at. */
    private record Segment(int type, long offset, long address, long bytes) {}

    /** The names that it asks the loader for, in its order; none where it is no such file, or cannot be read. */
    static List<String> needed(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = read(channel, 0, HEADER);
            if (header.getInt(0) != MAGIC || header.getShort(4) != BITS_64_LITTLE) {
                return List.of();
            }
            List<Segment> segments = segments(channel, header.getLong(32), header.getShort(54), header.getShort(56));
            for (Segment segment : segments) {
                if (segment.type() == DYNAMIC) {
                    return names(channel, segments, read(channel, segment.offset(), segment.bytes()));
                }
            }
            return List.of();
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException e) {
            // A file that is cut off names nothing.
            return List.of();
        }
    }

    private static List<Segment> segments(FileChannel channel, long offset, int bytesEach, int count)
            throws IOException {
        List<Segment> segments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ByteBuffer entry = read(channel, offset + (long) i * bytesEach, bytesEach);
            segments.add(new Segment(entry.getInt(0), entry.getLong(8), entry.getLong(16), entry.getLong(32)));
        }
        return segments;
    }

    private static List<String> names(FileChannel channel, List<Segment> segments, ByteBuffer entries)
            throws IOException {
        List<Long> offsets = new ArrayList<>();
        long strings = 0;
        while (entries.remaining() >= 2 * Long.BYTES) {
            long tag = entries.getLong();
            long value = entries.getLong();
            if (tag == END) {
                break;
            } else if (tag == NEEDED) {
                offsets.add(value);
            } else if (tag == STRINGS) {
                strings = value;
            }
        }
        long table = inFile(segments, strings);
        List<String> names = new ArrayList<>();
        for (long offset : offsets) {
            names.add(text(read(channel, table + offset, LONGEST_NAME)));
        }
        return List.copyOf(names);
    }

    private static long inFile(List<Segment> segments, long address) {
        return segments.stream()
                .filter(segment -> segment.type() == LOAD
                        && address >= segment.address()
                        && address < segment.address() + segment.bytes())
                .mapToLong(segment -> address - segment.address() + segment.offset())
                .findFirst()
                .orElseThrow(IndexOutOfBoundsException::new);
    }

    private static String text(ByteBuffer bytes) {
        int end = 0;
        while (bytes.get(end) != 0) {
            end++;
        }
        byte[] text = new byte[end];
        bytes.get(text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** As many bytes as there are, up to so many. */
    private static ByteBuffer read(FileChannel channel, long offset, long bytes) throws IOException {
        if (offset < 0 || bytes < 0 || bytes > MOST_BYTES) {
            throw new IndexOutOfBoundsException("no place in a library");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining() && channel.read(buffer, offset + buffer.position()) > 0) {
            continue;
        }
        return buffer.flip();
    }
}
