package dev.bascule.studies.media;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Judges what came back of a picture. That a codec loses something is no fault; that another picture comes is one. Stateless. */
public final class PictureJudge {
    /** A turned picture is one that is nearer to the original by so much than the picture as it came. */
    private static final double NEARER_DB = 3;

    private static final double BLACK = 8;
    private static final double LIKE = 0.5;
    /** Of 8 bits a colour; below it, a codec's own noise is as much. */
    private static final double FLAT_VARIANCE = 1;

    private PictureJudge() {}

    public static PictureFinding judge(Rgb picture, Rgb back) {
        if (back.width() == picture.height() && back.height() == picture.width() && back.width() != back.height()) {
            return broken("the picture came back turned by a quarter");
        }
        if (back.width() != picture.width() || back.height() != picture.height()) {
            return broken("a picture of %d x %d came back, not of %d x %d"
                    .formatted(back.width(), back.height(), picture.width(), picture.height()));
        }
        if (back.mean() < BLACK && picture.mean() > 2 * BLACK) {
            return broken("a black picture came back");
        }
        double error = error(picture, back);
        if (error == 0) {
            return new PictureFinding(Optional.empty(), Optional.empty(), 0);
        }
        double psnr = psnr(error);
        Optional<String> turned = turned(picture, back).entrySet().stream()
                .filter(other -> other.getValue() > psnr + NEARER_DB)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
        double correlation = correlation(picture, back);
        Optional<String> other = correlation < LIKE
                ? Optional.of(
                        String.format(Locale.ROOT, "another picture came back: it correlates by %.2f", correlation))
                : Optional.empty();
        return new PictureFinding(
                turned.map(how -> "the picture came back " + how).or(() -> other),
                Optional.of(psnr),
                largest(picture, back));
    }

    /** Whether it has but one colour, so that none of its turned forms differs from it. */
    public static boolean isFlat(Rgb picture) {
        double[] sums = new double[Rgb.COLOURS];
        double[] squares = new double[Rgb.COLOURS];
        byte[] bytes = picture.bytes();
        for (int i = 0; i < bytes.length; i++) {
            double value = bytes[i] & 0xFF;
            sums[i % Rgb.COLOURS] += value;
            squares[i % Rgb.COLOURS] += value * value;
        }
        int pixels = bytes.length / Rgb.COLOURS;
        for (int colour = 0; colour < Rgb.COLOURS; colour++) {
            double mean = sums[colour] / pixels;
            if (squares[colour] / pixels - mean * mean >= FLAT_VARIANCE) {
                return false;
            }
        }
        return true;
    }

    /** Of a device that has a picture of its own: whether anything can be seen. */
    public static Optional<String> unseen(Rgb back) {
        return back.mean() < 1 ? Optional.of("a black picture came back") : Optional.empty();
    }

    /** How near it is to the original in each way in which pictures get turned. */
    private static Map<String, Double> turned(Rgb picture, Rgb back) {
        int right = back.width() - 1;
        int bottom = back.height() - 1;
        Map<String, Rgb.Source> ways = new LinkedHashMap<>();
        ways.put("mirrored", (x, y, colour) -> back.at(right - x, y, colour));
        ways.put("upside down", (x, y, colour) -> back.at(x, bottom - y, colour));
        ways.put("turned by a half", (x, y, colour) -> back.at(right - x, bottom - y, colour));
        ways.put("with red and blue exchanged", (x, y, colour) -> back.at(x, y, 2 - colour));
        if (right == bottom) {
            ways.put("turned by a quarter", (x, y, colour) -> back.at(y, right - x, colour));
            ways.put("turned by a quarter to the left", (x, y, colour) -> back.at(bottom - y, x, colour));
        }
        Map<String, Double> nearness = new LinkedHashMap<>();
        ways.forEach((how, source) ->
                nearness.put(how, psnr(error(picture, Rgb.of(picture.width(), picture.height(), source)))));
        return nearness;
    }

    private static PictureFinding broken(String why) {
        return new PictureFinding(Optional.of(why), Optional.empty(), 0);
    }

    private static double psnr(double error) {
        return 10 * Math.log10(255.0 * 255.0 / Math.max(error, 1e-9));
    }

    /** Mean of the squared differences. */
    private static double error(Rgb one, Rgb other) {
        double sum = 0;
        for (int i = 0; i < one.bytes().length; i++) {
            double difference = (one.bytes()[i] & 0xFF) - (other.bytes()[i] & 0xFF);
            sum += difference * difference;
        }
        return sum / one.bytes().length;
    }

    private static int largest(Rgb one, Rgb other) {
        int largest = 0;
        for (int i = 0; i < one.bytes().length; i++) {
            largest = Math.max(largest, Math.abs((one.bytes()[i] & 0xFF) - (other.bytes()[i] & 0xFF)));
        }
        return largest;
    }

    /** 1 where one of them has but one colour. */
    private static double correlation(Rgb one, Rgb other) {
        double first = one.mean();
        double second = other.mean();
        double product = 0;
        double firstSquares = 0;
        double secondSquares = 0;
        for (int i = 0; i < one.bytes().length; i++) {
            double a = (one.bytes()[i] & 0xFF) - first;
            double b = (other.bytes()[i] & 0xFF) - second;
            product += a * b;
            firstSquares += a * a;
            secondSquares += b * b;
        }
        return firstSquares == 0 ? 1 : secondSquares == 0 ? 0 : product / Math.sqrt(firstSquares * secondSquares);
    }
}
