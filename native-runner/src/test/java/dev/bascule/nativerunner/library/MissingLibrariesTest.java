package dev.bascule.nativerunner.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingLibrariesTest {
    private static final int ROOM = 1024;

    @TempDir
    Path folder;

    @Test
    void a_real_library_names_what_it_needs() {
        Path jvm = Path.of(System.getProperty("java.home"), "lib", "server", "libjvm.so");
        assumeTrue(Files.exists(jvm), "this JVM is no shared library of Linux");
        assertThat(ElfFile.needed(jvm)).contains("libc.so.6").allMatch(name -> name.matches("[\\w.+-]+\\.so[.\\d]*"));
        assertThat(MissingLibraries.of(jvm, List.of(), LoaderPath.ofSystem(System.getenv())))
                .as("this JVM runs")
                .isEmpty();
    }

    @Test
    void all_that_is_missing_is_named_at_once_and_through_libraries_of_the_set() throws Exception {
        Path library = library("libprovider.so", "libinset.so.1", "libmissing.so.13", "libelsewhere.so.2");
        library("libinset.so.1", "libdeeper.so.9", "libc.so.6");
        Path further = Files.createDirectory(folder.resolve("further"));
        LoaderPath system = system();
        assertThat(MissingLibraries.of(library, List.of(further), system))
                .containsExactly("libdeeper.so.9", "libelsewhere.so.2", "libmissing.so.13");
        Files.createFile(further.resolve("libelsewhere.so.2"));
        assertThat(MissingLibraries.of(library, List.of(further), system))
                .containsExactly("libdeeper.so.9", "libmissing.so.13");
    }

    @Test
    void where_the_loaders_folders_cannot_be_told_nothing_is_said_to_be_lacking() throws Exception {
        Path library = library("libprovider.so", "libmissing.so.13");
        assertThat(MissingLibraries.of(library, List.of(), new LoaderPath(List.of(), List.of())))
                .isEmpty();
        assertThat(MissingLibraries.of(library, List.of(), system())).containsExactly("libmissing.so.13");
    }

    @Test
    void libraries_that_need_each_other_are_looked_at_once() throws Exception {
        Path library = library("liba.so", "libb.so");
        library("libb.so", "liba.so");
        assertThat(MissingLibraries.of(library, List.of(), system())).isEmpty();
    }

    @Test
    void what_is_no_such_file_needs_nothing() throws Exception {
        assertThat(ElfFile.needed(folder)).isEmpty();
        assertThat(ElfFile.needed(folder.resolve("none"))).isEmpty();
        assertThat(ElfFile.needed(Files.writeString(folder.resolve("text.so"), "MZ no library")))
                .isEmpty();
        byte[] whole = Files.readAllBytes(library("libwhole.so", "libmissing.so.13"));
        // Behind that comes the name, and then only room.
        for (int end = 0; end <= whole.length - ROOM; end += 7) {
            byte[] part = Arrays.copyOf(whole, end);
            assertThat(ElfFile.needed(Files.write(folder.resolve("cut.so"), part)))
                    .as("cut off after %d bytes", end)
                    .isEmpty();
        }
    }

    private LoaderPath system() throws Exception {
        Path own = Files.createDirectories(folder.resolve("system"));
        if (!Files.exists(own.resolve("libc.so.6"))) {
            Files.createFile(own.resolve("libc.so.6"));
        }
        return LoaderPath.ofSystem(Map.of("LD_LIBRARY_PATH", own.toString()));
    }

    /** The smallest file that a loader would take these names from: one segment, and its dynamic section within. */
    private Path library(String name, String... needed) throws Exception {
        int dynamic = 64 + 2 * 56;
        int strings = dynamic + (needed.length + 2) * 16;
        ByteBuffer file = ByteBuffer.allocate(strings + ROOM).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1);
        file.putLong(32, 64).putShort(54, (short) 56).putShort(56, (short) 2);
        segment(file, 64, 1, 0, 0x1000, strings + ROOM);
        segment(file, 120, 2, dynamic, 0x1000 + dynamic, strings - dynamic);
        int offset = 1;
        for (int i = 0; i < needed.length; i++) {
            file.putLong(dynamic + i * 16, 1).putLong(dynamic + i * 16 + 8, offset);
            byte[] text = needed[i].getBytes(StandardCharsets.US_ASCII);
            file.put(strings + offset, text);
            offset += text.length + 1;
        }
        file.putLong(dynamic + needed.length * 16, 5).putLong(dynamic + needed.length * 16 + 8, 0x1000L + strings);
        return Files.write(folder.resolve(name), file.array());
    }

    private static void segment(ByteBuffer file, int at, int type, long offset, long address, long bytes) {
        file.putInt(at, type).putLong(at + 8, offset).putLong(at + 16, address).putLong(at + 32, bytes);
    }
}
