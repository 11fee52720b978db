package dev.bascule.studies.training;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.data.Normalisation;
import dev.bascule.training.data.Split;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.OptionalInt;

/** Clouds of points around the corners of a cube, which a small network tells apart. */
public final class Blobs {
    static final int SIZE = 6;
    static final int CLASSES = 3;

    private Blobs() {}

    public static LabelledData data() {
        return of(part("train", 192), part("test", 96));
    }

    /** The same as pictures of 8 by 8, in which the points stand again and again. */
    static LabelledData pictures() {
        return of(picture(part("train", 96)), picture(part("test", 48)));
    }

    private static Labelled picture(Labelled points) {
        int count = Math.toIntExact(points.count());
        FloatBuffer of = points.samples().data().asFloatBuffer();
        float[] pixels = new float[count * 64];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = of.get(i / 64 * SIZE + i % 64 % SIZE);
        }
        return new Labelled(Tensor.floats(Shape.of(count, 8, 8), pixels), points.labels());
    }

    static LabelledData of(Labelled train, Labelled test) {
        return new LabelledData(
                "blobs",
                "drawn",
                List.of("a", "b", "c"),
                train,
                test,
                Normalisation.NONE,
                OptionalInt.empty(),
                new Split("drawn apart", List.of(), List.of(), List.of(), List.of(), 0, 0));
    }

    static Labelled part(String name, int count) {
        SplitMix random = SplitMix.named("blobs " + name);
        float[] values = new float[count * SIZE];
        long[] labels = new long[count];
        for (int i = 0; i < count; i++) {
            labels[i] = i % CLASSES;
            for (int j = 0; j < SIZE; j++) {
                values[i * SIZE + j] = (float) ((j % CLASSES == labels[i] ? 1 : -1) + 0.7 * random.nextGaussian());
            }
        }
        return new Labelled(Tensor.floats(Shape.of(count, SIZE), values), Tensor.longs(Shape.of(count), labels));
    }
}
