package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.inputs.SampleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sounds of one rate, shorter ones filled up by silence to the longest's length. Stateless. */
final class SoundSamples {
    /** A second at 16 kHz. */
    private static final long MOST_LENGTH = 16_000;

    private SoundSamples() {}

    static ClassFolders.Read read(Path folder, List<Path> files) {
        List<SampleFiles.Sound> sounds = new ArrayList<>();
        int rate = 0;
        long length = 0;
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            SampleFiles.Sound sound = DataInvalid.reading(() -> SampleFiles.sound(file));
            rate = i == 0 ? sound.rate() : rate;
            long own = sound.samples().shape().elements();
            if (sound.rate() != rate) {
                throw DataInvalid.of(
                        "'%s' has %d samples a second, and '%s' has %d"
                                .formatted(file, sound.rate(), files.get(0), rate),
                        "bring all to one rate: ffmpeg -i IN.wav -ar %d OUT.wav".formatted(rate));
            }
            if (own < 1 || own > MOST_LENGTH) {
                throw DataInvalid.of(
                        "'%s' has %,d samples; a sound has 1 to %,d".formatted(file, own, MOST_LENGTH),
                        "cut it, or bring all to a lower rate: ffmpeg -i IN.wav -ar 8000 -t 1 OUT.wav");
            }
            length = Math.max(length, own);
            DataLimits.require(folder, files.size(), Shape.of(1, length), Float.BYTES);
            sounds.add(sound);
        }
        int room = (int) length;
        ClassFolders.Gathered gathered = new ClassFolders.Gathered(folder, files.size(), Shape.of(1, length));
        sounds.forEach(each -> gathered.add(each.samples().data().asFloatBuffer(), room));
        long filled = sounds.stream()
                .filter(each -> each.samples().shape().elements() < room)
                .count();
        return new ClassFolders.Read(
                gathered.tensor(Shape.of(files.size(), 1, length)),
                "%,d sounds of a folder, %d samples at %d Hz; %d shorter ones are filled up by silence"
                        .formatted(files.size(), length, rate, filled));
    }
}
