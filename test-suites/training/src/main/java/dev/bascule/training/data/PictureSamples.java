package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.SampleFiles;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;

/** Pictures of one size: grey ones have one channel where all are grey, else each has three. Stateless. */
final class PictureSamples {
    private static final int CHANNELS = 3;

    private PictureSamples() {}

    static ClassFolders.Read read(Path folder, List<Path> files) {
        Shape size = picture(files.get(0)).shape();
        ClassFolders.Gathered gathered = new ClassFolders.Gathered(folder, files.size(), size);
        boolean grey = true;
        for (Path each : files) {
            Tensor picture = picture(each);
            if (!picture.shape().equals(size)) {
                throw DataInvalid.of(
                        "'%s' has %s pixels, and '%s' has %s"
                                .formatted(each, pixels(picture.shape()), files.get(0), pixels(size)),
                        "bring all to one size: mogrify -resize %s! FILE…".formatted(pixels(size)));
            }
            grey = grey && isGrey(picture);
            gathered.add(picture.data().asFloatBuffer(), Math.toIntExact(size.elements()));
        }
        long height = size.dims().get(1);
        long width = size.dims().get(2);
        Tensor all = gathered.tensor(Shape.of(files.size(), CHANNELS, height, width));
        return new ClassFolders.Read(
                grey ? firstChannel(all) : all,
                "%,d pictures of a folder, %s pixels, %s, each number from 0 to 1"
                        .formatted(files.size(), pixels(size), grey ? "all grey" : "red, green and blue"));
    }

    private static Tensor picture(Path file) {
        return DataInvalid.reading(() -> SampleFiles.picture(file));
    }

    private static String pixels(Shape size) {
        return "%dx%d".formatted(size.dims().get(2), size.dims().get(1));
    }

    private static boolean isGrey(Tensor picture) {
        FloatBuffer levels = picture.data().asFloatBuffer();
        int plane = levels.remaining() / CHANNELS;
        FloatBuffer red = levels.slice(0, plane);
        return red.equals(levels.slice(plane, plane)) && red.equals(levels.slice(2 * plane, plane));
    }

    private static Tensor firstChannel(Tensor all) {
        List<Long> dims = all.shape().dims();
        int count = dims.get(0).intValue();
        int plane = Math.toIntExact(dims.get(2) * dims.get(3));
        FloatBuffer from = all.data().asFloatBuffer();
        float[] grey = new float[count * plane];
        for (int each = 0; each < count; each++) {
            from.get(each * CHANNELS * plane, grey, each * plane, plane);
        }
        return Tensor.floats(Shape.of(count, 1, dims.get(2), dims.get(3)), grey);
    }
}
