package dev.bascule.models.pretrained;

import java.time.Duration;

/**
 * When somebody speaks in a sound.
 *
 * @param from the first sample of speech
 * @param to its end
 * @param frame how long each is of which the model says whether somebody speaks
 */
public record Spoken(Duration from, Duration to, Duration frame) {

    /** Whether speech is in the middle of a frame. */
    public boolean isIn(int number) {
        Duration middle = frame.multipliedBy(number).plus(frame.dividedBy(2));
        return middle.compareTo(from) >= 0 && middle.compareTo(to) < 0;
    }
}
