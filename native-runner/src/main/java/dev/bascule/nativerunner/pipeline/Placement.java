package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping.Fit;

/**
 * Which size a picture takes, and which part of it is seen where in the tensor. Immutable.
 *
 * @param width to which it is resized
 * @param left first column that is seen
 * @param columns how many are seen
 * @param padding what the tensor has elsewhere
 */
record Placement(int width, int height, int left, int top, int columns, int rows, double padding) {

    /** @throws RefusedException where the edge is shorter than what is cut out */
    static void require(PipelineSpec.Vision spec) throws RefusedException {
        if (spec.shaped().fit() instanceof Fit.ShortestEdge shortest
                && shortest.edge() < Math.max(spec.width(), spec.height())) {
            throw new RefusedException(
                    "BadSize",
                    "nothing of %d x %d can be cut out where the shorter side has %d"
                            .formatted(spec.width(), spec.height(), shortest.edge()));
        }
    }

    static Placement of(PipelineSpec.Vision spec, int width, int height) {
        int w = spec.width();
        int h = spec.height();
        if (spec.shaped().fit() instanceof Fit.ShortestEdge shortest) {
            int edge = shortest.edge();
            int wide = width <= height ? edge : (int) ((long) edge * width / height);
            int high = width <= height ? (int) ((long) edge * height / width) : edge;
            return new Placement(wide, high, (wide - w) / 2, (high - h) / 2, w, h, 0);
        }
        if (spec.shaped().fit() instanceof Fit.Pad pad) {
            boolean full = (long) width * h <= (long) height * w;
            int wide = full ? up((long) h * width, height) : w;
            int high = full ? h : up((long) w * height, width);
            return new Placement(wide, high, 0, 0, wide, high, pad.value());
        }
        return new Placement(w, h, 0, 0, w, h, 0);
    }

    /** The quotient, rounded up. */
    private static int up(long a, long b) {
        return (int) ((a + b - 1) / b);
    }
}
