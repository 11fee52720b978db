package dev.bascule.studies.media;

import java.util.Optional;

/**
 * What a picture became.
 *
 * @param broken why it is not the picture that was sent; empty where it is, however much was lost of it
 * @param psnrDb peak signal to noise; empty where the picture is the same or has another size
 * @param largest difference of a colour, of 255
 */
public record PictureFinding(Optional<String> broken, Optional<Double> psnrDb, int largest) {}
