package dev.bascule.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.pretrained.PublishedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSetsTest {
    @TempDir
    Path folder;

    @Test
    void sequences_are_the_same_on_every_machine() {
        LabelledData data = sets().of("sequences");
        assertThat(data.sha256()).isEqualTo("bbfd79f7ed4b32615000550f8cf94e995539a54d8c56d7dd9ca4f9e774185d8b");
        assertThat(data.dtype()).isEqualTo(DType.INT64);
        assertThat(data.sample()).isEqualTo(Shape.of(16));
        assertThat(data.classes()).containsExactly("ABC", "ACB", "BAC", "BCA", "CAB", "CBA");
        assertThat(data.normalisation()).isEqualTo(Normalisation.NONE);
        assertThat(data.vocabulary()).hasValue(16);
    }

    /** Else a model that counts tokens would do, and nothing were shown about sequences. */
    @Test
    void marks_tell_the_class_of_a_sequence_by_their_order_and_in_no_other_way() {
        LabelledData data = sets().of("sequences");
        for (int each = 0; each < data.test().count(); each++) {
            StringBuilder order = new StringBuilder();
            for (long token : tokens(data.test(), each)) {
                if (token < 3) {
                    order.append((char) ('A' + token));
                }
            }
            assertThat(order.toString())
                    .isEqualTo(data.classes().get(data.test().label(each)));
        }
        assertThat(nearestBag(data)).isBetween(0.1, 0.25);
    }

    @Test
    void an_unknown_name_is_refused_with_the_nearest_one() {
        assertThatThrownBy(() -> sets().of("sequence")).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.DATA_INVALID);
            assertThat(e).hasMessageContaining("did you mean 'sequences'");
        });
    }

    @Test
    void what_is_still_to_be_fetched_is_told_with_the_command() {
        for (PublishedData each : PublishedData.all()) {
            assertThatThrownBy(() -> sets().of(each.id())).isInstanceOfSatisfying(BasculeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.PART_UNAVAILABLE);
                assertThat(e.failure().remedies()).contains("bascule models fetch " + each.id());
            });
        }
    }

    @Test
    void another_file_than_the_one_that_is_pinned_is_refused() throws IOException {
        Path version = folder.resolve("packages/pypi/scikit-learn/1.7.2");
        Path file = version.resolve("files/sklearn/datasets/data/digits.csv.gz");
        Files.createDirectories(file.getParent());
        Files.writeString(version.resolve("sha256"), "0".repeat(64));
        Files.writeString(file, "0,0,0");
        assertThatThrownBy(() -> sets().of("digits"))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH));
    }

    @Test
    void the_digits_of_scikit_learn_are_divided_as_ever() {
        LabelledData data = fetched(PublishedData.DIGITS);
        assertThat(data.sample()).isEqualTo(Shape.of(1, 8, 8));
        assertThat(data.classes()).hasSize(10);
        assertThat(data.train().count()
                        + data.test().count()
                        + data.split().leaked().size())
                .isEqualTo(1797);
        assertThat(data.split().told())
                .contains("1,438 to train, 359 to test; 0 of the test part were in the train part too");
        assertThat(data.sha256()).isEqualTo("a6d67371d528b195ca0ddefc2a8b21b5516f4712fc9e473dfa3371108b519d0e");
    }

    @Test
    void the_digits_of_mnist_are_divided_as_ever() {
        LabelledData data = fetched(PublishedData.MNIST);
        assertThat(data.sample()).isEqualTo(Shape.of(1, 28, 28));
        assertThat(data.split().told())
                .contains("8,000 to train, 2,000 to test; 0 of the test part were in the train part too");
        assertThat(data.sha256()).isEqualTo("d57a38c324e6368a6ab286bd435cc9128b06f2ea6e0bbc4e3b82a36a82c36246");
        assertThat(data.origin()).contains("which of MNIST's they are is not known");
    }

    private DataSets sets() {
        return new DataSets(new CacheFolder(folder));
    }

    private static LabelledData fetched(PublishedData source) {
        CacheFolder cache = CacheFolder.ofProcess();
        assumeTrue(
                Files.isDirectory(cache.packages()
                        .resolve(source.reference().registry().id())
                        .resolve(source.reference().name())),
                source.id() + " is not here: ./bascule " + source.remedy().substring("bascule ".length()));
        return new DataSets(cache).of(source.id());
    }

    private static long[] tokens(Labelled part, int index) {
        int length = (int) part.sample().elements();
        return IntStream.range(0, length)
                .mapToLong(at -> part.samples().data().getLong((index * length + at) * Long.BYTES))
                .toArray();
    }

    /** How often the label of the train part's nearest bag of tokens is right. */
    private static double nearestBag(LabelledData data) {
        List<int[]> learned = bags(data.train());
        List<int[]> held = bags(data.test());
        long right = IntStream.range(0, held.size())
                .filter(each -> {
                    int nearest = IntStream.range(0, learned.size())
                            .boxed()
                            .min(Comparator.comparing(other -> distance(held.get(each), learned.get(other))))
                            .orElseThrow();
                    return data.train().label(nearest) == data.test().label(each);
                })
                .count();
        return (double) right / held.size();
    }

    private static List<int[]> bags(Labelled part) {
        return IntStream.range(0, part.count())
                .mapToObj(each -> bag(tokens(part, each)))
                .toList();
    }

    private static int[] bag(long[] tokens) {
        int[] counts = new int[16];
        Arrays.stream(tokens).forEach(token -> counts[(int) token]++);
        return counts;
    }

    private static int distance(int[] one, int[] other) {
        int sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += Math.abs(one[i] - other[i]);
        }
        return sum;
    }
}
