package dev.bascule.fallback.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is opened of a name, and what is not. */
@Tag("attack")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InputFileTest {
    @TempDir
    Path folder;

    private static void refuses(Path file, String why) {
        assertThatThrownBy(() -> InputFile.text(file, InputFile.TEXT))
                .isInstanceOfSatisfying(
                        IOException.class, e -> assertThat(FileErrorText.why(e)).contains(why));
    }

    /** However it is to be read. */
    private static void neverOpens(Path file, String why) {
        refuses(file, why);
        assertThatThrownBy(() -> InputFile.stream(file).close()).isInstanceOf(IOException.class);
    }

    @Test
    void a_text_is_read_and_a_link_to_one_too() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "grüße");
        assertThat(InputFile.text(file, 100)).isEqualTo("grüße");
        Path link = Files.createSymbolicLink(folder.resolve("b.txt"), file);
        assertThat(InputFile.text(link, 100)).isEqualTo("grüße");
    }

    @Test
    void what_is_not_there_a_folder_and_what_is_no_text() throws IOException {
        refuses(folder.resolve("none"), "there is no such file");
        refuses(folder, "it is a folder");
        refuses(Files.write(folder.resolve("x"), new byte[] {(byte) 0xFF, (byte) 0xFE}), "no text in UTF-8");
        assertThatThrownBy(() -> InputFile.require(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_pipe_is_not_waited_for() throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
        neverOpens(pipe, "it is a pipe, not a file; write what comes from there into a file");
        neverOpens(Files.createSymbolicLink(folder.resolve("link"), pipe), "it is a pipe");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_device_that_never_ends_is_not_read() {
        neverOpens(Path.of("/dev/zero"), "it is a device, not a file");
        neverOpens(Path.of("/dev/null"), "it is a device, not a file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_socket_is_named_as_one() throws IOException {
        Path socket = Files.createTempDirectory("s").resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            neverOpens(socket, "it is a socket, not a file");
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(socket.getParent());
        }
    }

    /** The system's own files say that they are empty, and some wait for what is to come. */
    @Test
    void no_more_is_read_than_a_file_says_to_have() throws IOException {
        Path endless = Path.of("/proc/self/maps");
        assumeTrue(Files.isReadable(endless), "no /proc");
        assertThat(InputFile.bytes(endless, 100)).isEmpty();
    }

    @Test
    void what_is_larger_than_can_be_meant_is_not_read() throws IOException {
        Path large = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
            sparse.setLength(5L << 30);
        }
        refuses(large, "it has 5368709120 bytes, and at most 16777216 are read");
        assertThatThrownBy(() -> InputFile.bytes(large, Long.MAX_VALUE)).isInstanceOf(IOException.class);
    }

    @Test
    void negative_control_the_jdks_own_way_opens_a_device() throws IOException {
        Path device = Path.of("/dev/zero");
        assumeTrue(Files.isReadable(device), "no /dev/zero");
        try (var in = Files.newInputStream(device)) {
            assertThat(in.readNBytes(10)).hasSize(10);
        }
    }
}
