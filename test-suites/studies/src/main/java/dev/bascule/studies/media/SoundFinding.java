package dev.bascule.studies.media;

import java.util.Optional;

/**
 * What a sound became.
 *
 * @param broken why it is not the sound that was sent; empty where it is, however much was lost of it
 * @param delay samples by which it came later
 * @param correlation with the sound, moved by that
 * @param levelDb how much louder it came back
 * @param snrDb signal to noise, moved and at the sound's level, but for its first and last moments; empty where no noise is left
 * @param logMelDb mean distance of the log-mel spectra, moved and at the sound's level
 * @param aligned the part that is the sound, moved by whole samples, as loud as it came, as long as the sound
 */
public record SoundFinding(
        Optional<String> broken,
        double delay,
        double correlation,
        double levelDb,
        Optional<Double> snrDb,
        double logMelDb,
        float[] aligned) {}
