package dev.bascule.nativerunner.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EspeakChildTest {
    private static final Utterance HELLO = new Utterance("en-us", 175, 50, "Hello there.");
    private static final Utterance TAG = new Utterance("de+f3", 140, 60, "Grüß Gott, schöner Tag.");

    @TempDir
    Path folder;

    @Test
    @Tag("espeak-ng")
    @Tag("native")
    void a_sentence_is_the_same_sound_each_time_whatever_was_said_before() {
        Path library = EspeakChild.library(HostEnvironment.ofProcess()).orElseThrow();
        try (EspeakChild one = EspeakChild.start(library);
                EspeakChild other = EspeakChild.start(library)) {
            SpokenSound hello = one.say(HELLO);
            SpokenSound tag = one.say(TAG);
            assertThat(hello.sampleRate()).isEqualTo(22_050);
            assertThat(hello.samples().length).isBetween(10_000, 60_000);
            assertThat(one.say(HELLO).samples()).isEqualTo(hello.samples());
            assertThat(other.say(TAG).samples()).isEqualTo(tag.samples());
            assertThat(tag.samples()).isNotEqualTo(hello.samples());
        }
    }

    @Test
    @Tag("espeak-ng")
    @Tag("native")
    void a_voice_that_is_unknown_costs_a_sentence_and_no_child() {
        try (EspeakChild child = EspeakChild.start(
                EspeakChild.library(HostEnvironment.ofProcess()).orElseThrow())) {
            assertThatThrownBy(() -> child.say(new Utterance("xx-none", 175, 50, "Hello.")))
                    .hasMessageContaining("it has no voice 'xx-none'");
            assertThat(child.say(HELLO).samples()).isNotEmpty();
        }
    }

    @Test
    void a_library_that_is_none_is_a_sentence() throws IOException {
        Path file = Files.writeString(folder.resolve("libnothing.so"), "no library");
        try (EspeakChild child = EspeakChild.start(file)) {
            assertThatThrownBy(() -> child.say(HELLO)).isInstanceOfSatisfying(BasculeException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.LIBRARY_MISMATCH);
                assertThat(e.getMessage()).contains("its library does not load");
            });
        }
    }

    @Test
    void what_cannot_be_said_is_refused_before_anybody_is_asked() {
        assertThatThrownBy(() -> new Utterance("../../etc/passwd", 175, 50, "a"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Utterance("en", 175, 50, "two\nlines"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Utterance("en", 1, 50, "slow")).isInstanceOf(IllegalArgumentException.class);
        assertThat(Utterance.parse(TAG.line())).contains(TAG);
        assertThat(Utterance.parse("en\tfast\t50\ta")).isEmpty();
        assertThat(Utterance.parse("en")).isEmpty();
    }

    @Test
    void an_answer_that_is_no_speech_is_none() {
        assertThatThrownBy(() -> SpokenSound.parse(new byte[3])).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> SpokenSound.parse(new SpokenSound(22_050, new short[100]).bytes()))
                .hasMessageContaining("no speech");
        assertThatThrownBy(() -> SpokenSound.parse(new SpokenSound(1, new short[] {1}).bytes()))
                .hasMessageContaining("no speech");
    }
}
