package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Resampling;

/** Makes one channel of a picture of another size: {@code PIPELINES.md}, "Vision", step 3. Stateless. */
@FunctionalInterface
interface Resampler {
    /** @param plane values from 0 to 255, row by row */
    double[] resize(int[] plane, int width, int height, int targetWidth, int targetHeight);

    static Resampler of(Shaping shaping) {
        return shaping.antialias() ? new PillowResampler(shaping.resampling()) : of(shaping.resampling());
    }

    private static Resampler of(Resampling resampling) {
        return (plane, width, height, targetWidth, targetHeight) -> {
            double[] values = new double[targetWidth * targetHeight];
            Taps[] columns = Taps.all(resampling, width, targetWidth);
            Taps[] rows = Taps.all(resampling, height, targetHeight);
            for (int y = 0; y < targetHeight; y++) {
                for (int x = 0; x < targetWidth; x++) {
                    double sum = 0;
                    for (int i = 0; i < rows[y].at.length; i++) {
                        sum += rows[y].weights[i] * across(plane, rows[y].at[i] * width, columns[x]);
                    }
                    values[y * targetWidth + x] = sum;
                }
            }
            return values;
        };
    }

    private static double across(int[] plane, int row, Taps columns) {
        double sum = 0;
        for (int i = 0; i < columns.at.length; i++) {
            sum += columns.weights[i] * plane[row + columns.at[i]];
        }
        return sum;
    }

    /** The source pixels that a target pixel is made of, and how much of each. */
    final class Taps {
        private final int[] at;
        private final double[] weights;

        private Taps(int[] at, double... weights) {
            this.at = at;
            this.weights = weights;
        }

        static Taps[] all(Resampling resampling, int source, int target) {
            Taps[] all = new Taps[target];
            for (int i = 0; i < target; i++) {
                all[i] = switch (resampling) {
                    case NEAREST -> nearest(i, source, target);
                    case BILINEAR -> bilinear(i, source, target);
                    case BICUBIC -> bicubic(i, source, target);
                };
            }
            return all;
        }

        private static Taps nearest(int i, int source, int target) {
            return new Taps(new int[] {Math.min((int) Math.floor((i + 0.5) * source / target), source - 1)}, 1);
        }

        private static Taps bilinear(int i, int source, int target) {
            double centre = Math.max(0, Math.min((i + 0.5) * source / target - 0.5, source - 1));
            int low = (int) Math.floor(centre);
            double part = centre - low;
            return new Taps(new int[] {low, Math.min(low + 1, source - 1)}, 1 - part, part);
        }

        private static Taps bicubic(int i, int source, int target) {
            double centre = (i + 0.5) * source / target - 0.5;
            int low = (int) Math.floor(centre);
            int[] at = new int[4];
            double[] weights = new double[4];
            for (int k = 0; k < 4; k++) {
                at[k] = Math.max(0, Math.min(low - 1 + k, source - 1));
                weights[k] = PillowResampler.cubic(centre - (low - 1 + k));
            }
            return new Taps(at, weights);
        }
    }
}
