package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackFilesTest {
    @TempDir
    Path folder;

    private static final List<ConformanceCase> CASES = Cases.adding(List.of("a", "b", "c", "d", "e"));

    @Test
    void a_pack_is_what_its_name_and_size_say_and_holds_the_cases_in_order() throws IOException {
        try (PackFiles files = new PackFiles()) {
            ModelArtifact artifact = files.write(CASES);

            assertThat(Sha256.of(artifact.file())).isEqualTo(artifact.sha256());
            assertThat(artifact.file()).hasSize(artifact.bytes());
            Pack pack = Pack.read(ByteBuffer.wrap(Files.readAllBytes(artifact.file())));
            assertThat(pack.size()).isEqualTo(5);
            for (int i = 0; i < CASES.size(); i++) {
                assertThat(pack.get(i)).isEqualTo(CASES.get(i).packed());
            }
        }
    }

    @Test
    void the_same_cases_are_written_once_and_all_is_deleted_in_the_end() {
        ModelArtifact first;
        try (PackFiles files = new PackFiles()) {
            first = files.write(CASES);
            assertThat(files.write(List.copyOf(CASES))).isSameAs(first);
            assertThat(files.write(CASES.subList(1, 3))).isNotEqualTo(first);
            assertThat(files.write(Cases.adding(List.of("a", "b", "c", "d", "e"))))
                    .isEqualTo(first);
        }
        assertThat(first.file()).doesNotExist();
        assertThat(first.file().getParent()).doesNotExist();
    }

    @Test
    void a_case_of_more_than_a_pack_holds_is_told_and_is_no_bug() throws IOException {
        ConformanceCase small = CASES.get(0);
        try (RandomAccessFile sparse =
                        new RandomAccessFile(folder.resolve("sparse").toFile(), "rw");
                PackFiles files = new PackFiles()) {
            sparse.setLength(1L << 30);
            ByteBuffer large = sparse.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, 1L << 30);
            Tensor input = Tensor.of(DType.UINT8, Shape.of(1 << 30), large);
            ConformanceCase huge = new ConformanceCase(
                    small.id(),
                    small.source(),
                    small.model(),
                    new Program.Model(large),
                    List.of(new DataSet(Map.of("a", Value.of(input)), Map.of())),
                    small.tolerance());

            assertThatThrownBy(() -> files.write(List.of(huge)))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
            assertThat(files.write(CASES).file()).as("the next one").exists();
        }
    }

    @Test
    void a_lower_limit_than_the_formats_is_kept_to_the_byte() {
        long own = CASES.get(0).packedBytes();
        try (PackFiles room = new PackFiles(2 * own);
                PackFiles less = new PackFiles(2 * own - 1)) {
            assertThat(room.write(CASES.subList(0, 2)).file()).exists();
            assertThatThrownBy(() -> less.write(CASES.subList(0, 2)))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
            assertThat(less.write(CASES.subList(0, 1)).file()).exists();
        }
    }

    @Test
    void many_bytes_are_several_packs() {
        long own = CASES.get(0).packedBytes();
        assertThat(own).isEqualTo(1 + 8 + 8);

        assertThat(PackFiles.parts(CASES, 2 * own))
                .containsExactly(CASES.subList(0, 2), CASES.subList(2, 4), CASES.subList(4, 5));
        assertThat(PackFiles.parts(CASES, 1)).hasSize(5);
        assertThat(PackFiles.parts(CASES, 1 << 20)).containsExactly(CASES);
        assertThat(PackFiles.parts(List.of(), 1)).isEmpty();
    }
}
