package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.SplitMix;
import dev.bascule.nativerunner.speech.Speech;
import dev.bascule.nativerunner.speech.SpokenSound;
import dev.bascule.nativerunner.speech.Utterance;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Speech between silences, and in its stead what nobody says, as long, as loud and before the same noise. What is right follows from how
 * they are made. Stateless.
 */
final class SpeechClips {
    static final String SPEECH = "speech";
    static final String NO_SPEECH = "no speech";

    /** Of Silero's models: 512 samples at 16 kHz. */
    private static final Duration FRAME = Duration.ofMillis(32);

    /** Speech to noise in dB; without noise where there is none. */
    private static final List<Optional<Double>> NOISES =
            List.of(Optional.empty(), Optional.of(20.0), Optional.of(10.0), Optional.of(5.0), Optional.of(0.0));

    private record Sentence(String voice, String text) {}

    private static final List<Sentence> SENTENCES = List.of(
            new Sentence("en-us", "The bridge opens at noon."),
            new Sentence("de", "Die Brücke öffnet um zwölf Uhr."),
            new Sentence("fr+f3", "Le pont s'ouvre à midi."),
            new Sentence("es", "El puente se abre al mediodía."),
            new Sentence("en+f2", "Please turn the light off in the kitchen."),
            new Sentence("it+m3", "Il ponte si apre a mezzogiorno."),
            new Sentence("nl+f4", "De brug gaat om twaalf uur open."),
            new Sentence("pl", "Most otwiera się w południe."),
            new Sentence("pt-br+f5", "A ponte abre ao meio-dia."),
            new Sentence("sv+m2", "Bron öppnas klockan tolv."),
            new Sentence("en-us+m4", "What will the weather be like tomorrow?"));

    private SpeechClips() {}

    /** Of each two the first has speech, and the second is its twin without. */
    static LabelledSample sample(int number, Speech speech) {
        int pair = number / 2;
        boolean spoken = number % 2 == 0;
        SplitMix random = SplitMix.named("speech clip " + pair);
        Sentence sentence = SENTENCES.get(pair % SENTENCES.size());
        SpokenSound said = speech.say(new Utterance(
                sentence.voice(), 130 + (int) random.nextBelow(80), 30 + (int) random.nextBelow(45), sentence.text()));
        int rate = said.sampleRate();
        double[] voice = SoundMix.trimmed(said);
        int before = rate / 2 + (int) random.nextBelow(rate / 3);
        int after = rate / 2 + (int) random.nextBelow(rate / 4);
        NoVoice kind = NoVoice.values()[pair % NoVoice.values().length];
        double[] front = spoken ? voice : kind.of(voice.length, rate, voice, random);
        double[] clip = SoundMix.between(before, SoundMix.scaled(front, SoundMix.LOUDNESS), after);
        byte[] wav = SoundMix.wav(clip, noise(pair, clip.length, rate), rate);
        return new LabelledSample(
                List.of(LabelledSample.Part.sound(wav, SoundMix.time(clip.length, rate))),
                spoken ? SPEECH : NO_SPEECH,
                Optional.empty(),
                spoken
                        ? Optional.of(new Spoken(
                                SoundMix.time(before, rate), SoundMix.time(before + voice.length, rate), FRAME))
                        : Optional.empty());
    }

    /** The same before both of a pair. */
    private static double[] noise(int pair, int length, int rate) {
        SplitMix random = SplitMix.named("noise before " + pair);
        NoVoice kind = pair % 2 == 0 ? NoVoice.WHITE : NoVoice.PINK;
        return NOISES.get(pair % NOISES.size())
                .map(decibels -> SoundMix.scaled(
                        kind.of(length, rate, new double[0], random),
                        SoundMix.LOUDNESS * StrictMath.pow(10, -decibels / 20)))
                .orElseGet(() -> new double[length]);
    }
}
