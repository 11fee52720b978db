package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pictures that people give: every usual kind of PNG and JPEG, and what is none. */
final class PictureCases {
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    private static final PipelineSpec SPEC = new PipelineSpec.Vision(20, 14, HALF, HALF);
    private static final double PNG = 1e-5;
    private static final double ONE_LEVEL = 1 / 255.0 / 0.5 + PNG;
    private static final double JPEG = 2 / 255.0 / 0.5 + PNG;

    private PictureCases() {}

    static List<InputCase> all() {
        List<InputCase> cases = new ArrayList<>(List.of(
                same("a PNG", TestPictures.png(TestPictures.RGB, 8), PNG),
                same("a PNG with an opaque alpha channel", TestPictures.png(TestPictures.RGBA, 8), PNG),
                same("a grey PNG", TestPictures.png(TestPictures.GREY, 8), PNG),
                same("a grey PNG with an opaque alpha channel", TestPictures.png(TestPictures.GREY_ALPHA, 8), PNG),
                same("a grey PNG of 2 bits", TestPictures.png(TestPictures.GREY, 2), PNG),
                same("a PNG with a palette", TestPictures.png(TestPictures.PALETTE, 8), PNG),
                same("a PNG of 16 bits", TestPictures.png(TestPictures.RGB, 16), ONE_LEVEL),
                same("a grey PNG of 16 bits", TestPictures.png(TestPictures.GREY, 16), ONE_LEVEL),
                same(
                        "a PNG of 16 bits with an opaque alpha channel",
                        TestPictures.png(TestPictures.RGBA, 16),
                        ONE_LEVEL),
                same("an interlaced PNG", TestPictures.interlaced(), PNG),
                same("a PNG of 1 x 1", TestPictures.png(TestPictures.RGB, 8, 1, 1), PNG),
                same(
                        "a PNG with another gamma",
                        TestPictures.withChunk("gAMA", new byte[] {0, 1, (byte) 0x86, (byte) 0xA0}),
                        PNG),
                same("a PNG that is to be turned", TestPictures.withChunk("eXIf", TestPictures.exif(6, true)), PNG),
                same("a JPEG", TestPictures.jpeg(), JPEG),
                same("a grey JPEG", TestPictures.greyJpeg(), JPEG),
                same("a progressive JPEG", TestPictures.progressiveJpeg(), JPEG),
                same(
                        "a JPEG with something behind it",
                        Arrays.copyOf(TestPictures.jpeg(), TestPictures.jpeg().length + 50),
                        JPEG),
                refused(
                        "a PNG with transparent pixels",
                        TestPictures.transparent(TestPictures.RGBA),
                        "TransparentImage",
                        "flatten it"),
                refused(
                        "a grey PNG with transparent pixels",
                        TestPictures.transparent(TestPictures.GREY_ALPHA),
                        "TransparentImage",
                        "flatten it"),
                refused(
                        "a PNG with a transparent palette",
                        TestPictures.transparent(TestPictures.PALETTE),
                        "TransparentImage",
                        "flatten it"),
                refused(
                        "a PNG with a transparent colour",
                        TestPictures.transparent(TestPictures.RGB),
                        "TransparentImage",
                        "flatten it"),
                refused("a CMYK JPEG", TestPictures.cmykJpeg(), "UnsupportedImage", "convert it to RGB"),
                refused("half a PNG", half(TestPictures.png(TestPictures.RGB, 8)), "DamagedImage", "too early"),
                refused("half a JPEG", half(TestPictures.jpeg()), "DamagedImage", "too early"),
                refused("a PNG with a wrong checksum", TestPictures.damaged(), "DamagedImage", "damaged"),
                refused("a PNG without enough pixels", TestPictures.withoutEnough(), "DamagedImage", "damaged"),
                refused("a PNG of 4 thousand million pixels", TestPictures.huge(), "ImageTooLarge", "65535 x 65535"),
                refused("a PNG of no pixel", TestPictures.png(TestPictures.RGB, 8, 0, 1), "DamagedImage", "no pixel"),
                refused(
                        "a GIF",
                        "GIF89a\1\0\1\0\0\0\0;".getBytes(StandardCharsets.ISO_8859_1),
                        "UnknownImageFormat",
                        "convert it to PNG"),
                refused(
                        "a text that is called a picture",
                        "no picture".getBytes(StandardCharsets.UTF_8),
                        "UnknownImageFormat",
                        "convert it to PNG"),
                refused("an empty file for a picture", new byte[0], "UnknownImageFormat", "convert it to PNG")));
        for (int orientation = 1; orientation <= 8; orientation++) {
            cases.add(same(
                    "a JPEG of orientation " + orientation,
                    TestPictures.turnedJpeg(orientation, orientation % 2 == 0),
                    JPEG));
        }
        return cases;
    }

    private static byte[] half(byte[] file) {
        return Arrays.copyOf(file, file.length / 2);
    }

    private static InputCase same(String name, byte[] file, double limit) {
        return new InputCase(name, SPEC, Map.of("image", file), Optional.empty(), new InputCase.Same(limit));
    }

    private static InputCase refused(String name, byte[] file, String error, String says) {
        return new InputCase(name, SPEC, Map.of("image", file), Optional.empty(), new InputCase.Refused(error, says));
    }
}
