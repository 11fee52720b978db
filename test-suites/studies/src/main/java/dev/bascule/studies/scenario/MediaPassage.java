package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Capturing.Brings;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.media.PictureFinding;
import dev.bascule.studies.media.PictureJudge;
import dev.bascule.studies.media.PngFile;
import dev.bascule.studies.media.Rgb;
import dev.bascule.studies.media.SoundFinding;
import dev.bascule.studies.media.SoundJudge;
import dev.bascule.studies.media.WavFile;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What became of an original on one way.
 *
 * @param broken why it is not what was sent
 * @param figures of what was lost
 * @param notes what else is to know
 * @param back a file of what came back, for the model to be asked of; empty where that is not the original
 */
record MediaPassage(Optional<String> broken, List<Figure> figures, List<String> notes, Optional<ModelArtifact> back) {

    /**
     * @param way the name that its figures have
     * @param endless whether more than the sound is heard, as by a microphone
     * @param brings of a device: whose sound it is
     */
    static MediaPassage of(
            String way,
            MediaOriginal original,
            MediaReply reply,
            boolean endless,
            Optional<Brings> brings,
            MediaFolder folder) {
        if (original instanceof MediaOriginal.Sound sound) {
            return reply.tensor(MediaReply.PCM)
                    .map(MediaPassage::floats)
                    .map(back -> brings.equals(Optional.of(Brings.ITS_OWN))
                            ? arrived(SoundJudge.unheard(back), "sound")
                            : heard(way, sound, back, endless, folder))
                    .orElseGet(() -> nothing("no sound came back"));
        }
        Rgb picture = ((MediaOriginal.Picture) original).pixels();
        return reply.tensor(MediaReply.PIXELS)
                .map(MediaPassage::pixels)
                .map(back -> brings.equals(Optional.of(Brings.ITS_OWN))
                        ? arrived(PictureJudge.unseen(back), "picture")
                        : seen(
                                way,
                                picture,
                                back,
                                reply.tensor(MediaReply.CANVAS).map(MediaPassage::pixels),
                                folder))
                .orElseGet(() -> nothing("no picture came back"));
    }

    private static MediaPassage nothing(String why) {
        return new MediaPassage(Optional.of(why), List.of(), List.of(), Optional.empty());
    }

    /** All that can be said where the browser brings something of its own. */
    private static MediaPassage arrived(Optional<String> broken, String what) {
        String note = "it brings a %s of the browser's own: that it arrives is all that is judged".formatted(what);
        return new MediaPassage(broken, List.of(), List.of(note), Optional.empty());
    }

    private static MediaPassage heard(
            String way, MediaOriginal.Sound sound, float[] back, boolean endless, MediaFolder folder) {
        SoundFinding found = SoundJudge.judge(sound.samples(), back, sound.sampleRate(), endless);
        List<Figure> figures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        figures.add(Figure.single(way + ": correlation", "1", found.correlation()));
        if (found.broken().isEmpty()) {
            found.snrDb()
                    .ifPresentOrElse(
                            snr -> figures.add(Figure.single(way + ": signal to noise", "dB", snr)),
                            () -> notes.add("but for its level and delay, every sample is as it was"));
            figures.add(Figure.single(way + ": log-mel distance", "dB", found.logMelDb()));
            figures.add(Figure.single(way + ": level", "dB", found.levelDb()));
            // Where more than the sound is heard, that is when it was played.
            if (!endless) {
                figures.add(Figure.single(way + ": delay", "ms", 1000.0 * found.delay() / sound.sampleRate()));
            }
        }
        Optional<ModelArtifact> file = found.broken().isPresent()
                ? Optional.empty()
                : Optional.of(folder.artifact(way + ".wav", WavFile.ofFloats(found.aligned(), sound.sampleRate())));
        return new MediaPassage(found.broken(), figures, notes, file);
    }

    private static MediaPassage seen(String way, Rgb picture, Rgb back, Optional<Rgb> canvas, MediaFolder folder) {
        PictureFinding found = PictureJudge.judge(picture, back);
        List<Figure> figures = new ArrayList<>(figures(way, found));
        List<String> notes = new ArrayList<>();
        canvas.ifPresent(beside -> {
            PictureFinding drawn = PictureJudge.judge(picture, beside);
            figures.addAll(figures(way + " on a canvas", drawn));
            drawn.broken().ifPresent(why -> notes.add("on a 2D canvas beside it: " + why));
        });
        if (found.broken().isEmpty() && found.psnrDb().isEmpty()) {
            notes.add("every pixel is as it was");
        }
        Optional<ModelArtifact> file = found.broken().isPresent()
                ? Optional.empty()
                : Optional.of(folder.artifact(way + ".png", PngFile.of(back)));
        return new MediaPassage(found.broken(), figures, notes, file);
    }

    private static List<Figure> figures(String way, PictureFinding found) {
        List<Figure> figures = new ArrayList<>();
        found.psnrDb().ifPresent(psnr -> figures.add(Figure.single(way + ": peak signal to noise", "dB", psnr)));
        if (found.broken().isEmpty()) {
            figures.add(Figure.single(way + ": largest difference of 255", "1", found.largest()));
        }
        return figures;
    }

    private static float[] floats(Tensor tensor) {
        FloatBuffer values = tensor.data().asFloatBuffer();
        float[] all = new float[values.remaining()];
        values.get(all);
        return all;
    }

    private static Rgb pixels(Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        return new Rgb(dims.get(1).intValue(), dims.get(0).intValue(), tensor.bytes());
    }
}
