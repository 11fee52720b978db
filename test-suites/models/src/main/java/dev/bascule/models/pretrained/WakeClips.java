package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.SplitMix;
import dev.bascule.nativerunner.speech.Speech;
import dev.bascule.nativerunner.speech.SpokenSound;
import dev.bascule.nativerunner.speech.Utterance;
import java.util.List;

/** A phrase that wakes, said by several voices, and others that do not, a second of silence before and after. Stateless. */
final class WakeClips {
    static final String PHRASE = "hey jarvis";
    static final String OTHER = "something else";

    private static final List<String> VOICES = List.of(
            "en-us",
            "en",
            "en-us+f2",
            "en+m3",
            "en-us+m7",
            "en+f4",
            "en-us+f5",
            "en-gb-scotland",
            "en-us+m1",
            "en-gb-x-rp",
            "en-us+steph",
            "en+m5");

    private static final List<String> OTHERS = List.of(
            "Good morning everybody.",
            "Hey, Charlie.",
            "Please turn off the lights.",
            "The harvest is late this year.",
            "Hey, Marvin.",
            "Play some music.",
            "What time is it?",
            "Jars of honey.",
            "Set a timer for ten minutes.",
            "They serve us well.",
            "The train to Berlin is late.",
            "Hey there.");

    private WakeClips() {}

    static LabelledSample sample(int number, Speech speech) {
        boolean wakes = number % 2 == 0;
        int pair = number / 2;
        SplitMix random = SplitMix.named("wake clip " + number);
        String text = wakes ? PHRASE : OTHERS.get(pair % OTHERS.size());
        SpokenSound said = speech.say(new Utterance(
                VOICES.get(pair % VOICES.size()),
                130 + (int) random.nextBelow(50),
                35 + (int) random.nextBelow(30),
                text));
        int rate = said.sampleRate();
        double[] voice = SoundMix.scaled(SoundMix.trimmed(said), SoundMix.LOUDNESS);
        double[] clip = SoundMix.between(rate, voice, rate);
        byte[] wav = SoundMix.wav(clip, new double[clip.length], rate);
        return new LabelledSample(
                List.of(LabelledSample.Part.sound(wav, SoundMix.time(clip.length, rate))), wakes ? PHRASE : OTHER);
    }
}
