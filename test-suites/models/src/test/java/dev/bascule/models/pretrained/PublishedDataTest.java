package dev.bascule.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.packages.PackageFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedDataTest {
    @TempDir
    Path folder;

    @Test
    void each_has_a_name_that_no_model_has_and_is_pinned() {
        assertThat(PublishedData.all())
                .extracting(PublishedData::id)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(PretrainedModels.ids());
        assertThat(PublishedData.all()).allSatisfy(data -> {
            assertThat(data.files())
                    .isNotEmpty()
                    .allSatisfy((name, sha256) -> assertThat(sha256).matches("[0-9a-f]{64}"));
            assertThat(data.reference().version()).isPresent();
            assertThat(data.reference().file().orElseThrow())
                    .satisfies(path -> assertThat(data.files()).containsKey(path.substring(path.lastIndexOf('/') + 1)));
            assertThat(PublishedData.find(data.id())).contains(data);
        });
    }

    @Test
    void one_file_that_is_another_than_the_pinned_one_spoils_all() throws IOException {
        for (String name : PublishedData.MNIST.files().keySet()) {
            Files.writeString(folder.resolve(name), "{}");
        }
        PackageFile file = new PackageFile(
                folder.resolve("0.json"), PublishedData.MNIST.reference(), "0".repeat(64), Optional.empty());
        assertThat(PublishedData.MNIST.isWhole(file)).isFalse();
        assertThatThrownBy(() -> PublishedData.MNIST.require(file))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH);
                    assertThat(e.failure().remedies()).anyMatch(each -> each.contains("bascule models fetch mnist"));
                });
    }
}
