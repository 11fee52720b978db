package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseArchiveTest {
    @TempDir
    Path folder;

    private Path zip(String name) throws IOException {
        Path zip = folder.resolve("cases.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry(name));
            out.write(1);
            out.closeEntry();
        }
        return zip;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../model.onnx",
                "a/../../model.onnx",
                "/a/model.onnx",
                "a/.hidden/model.onnx",
                "a\\b\\model.onnx",
                "a/run.sh",
                "a/data_0.pb",
                "model.onnx",
                "a/b/c/d/e/f/g/h/i/j/model.onnx"
            })
    void a_file_that_is_none_of_a_case_is_refused(String name) throws IOException {
        Path zip = zip(name);
        Path place = folder.resolve("unpacked");

        assertThatThrownBy(() -> CaseArchive.unpack(zip, place)).isInstanceOf(BasculeException.class);

        if (Files.exists(place)) {
            try (Stream<Path> left = Files.walk(place)) {
                assertThat(left.filter(Files::isRegularFile)).isEmpty();
            }
        }
    }

    @Test
    void files_of_cases_are_unpacked_below_the_folder_of_their_suite() throws IOException {
        Path place = folder.resolve("unpacked");

        assertThat(CaseArchive.unpack(zip("onnx/Conv/test_conv/test_data_set_0/input_0.pb"), place))
                .containsExactly(place.resolve("onnx"));
        assertThat(place.resolve("onnx/Conv/test_conv/test_data_set_0/input_0.pb"))
                .exists();
    }

    @Test
    void what_is_no_archive_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("cases.zip"), "no zip");

        assertThatThrownBy(() -> CaseArchive.unpack(file, folder.resolve("unpacked")))
                .isInstanceOf(BasculeException.class);
    }
}
