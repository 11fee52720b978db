package dev.bascule.studies.hardware;

/**
 * The measures of a convolution over one picture, and what it computes.
 *
 * @param channels in
 * @param filters channels out
 * @param kernel edge of a filter
 * @param stride both ways
 * @param pad rows and columns of zeros on every side
 * @param dilation steps between the taps of a filter
 * @param groups of channels, each with filters of its own
 */
record Convolution(
        int channels, int height, int width, int filters, int kernel, int stride, int pad, int dilation, int groups) {

    int outHeight() {
        return (height + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1;
    }

    int outWidth() {
        return (width + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1;
    }

    /** Products that are summed into one element. */
    int terms() {
        return channels / groups * kernel * kernel;
    }

    int inputs() {
        return channels * height * width;
    }

    int weights() {
        return filters * terms();
    }

    /**
     * As ONNX means it, not mirrored; {@code x[channels,height,width]} and {@code w[filters,channels/groups,kernel,kernel]},
     * by the plain sum. The border counts as 0.
     */
    double[] of(double[] x, double[] w) {
        double[] y = new double[filters * outHeight() * outWidth()];
        int next = 0;
        for (int filter = 0; filter < filters; filter++) {
            for (int row = 0; row < outHeight(); row++) {
                for (int column = 0; column < outWidth(); column++) {
                    y[next++] = sum(x, w, filter, row * stride - pad, column * stride - pad);
                }
            }
        }
        return y;
    }

    private double sum(double[] x, double[] w, int filter, int top, int left) {
        int of = channels / groups;
        int first = filter / (filters / groups) * of;
        double sum = 0;
        for (int channel = 0; channel < of; channel++) {
            for (int down = 0; down < kernel; down++) {
                for (int right = 0; right < kernel; right++) {
                    int row = top + down * dilation;
                    int column = left + right * dilation;
                    if (row >= 0 && row < height && column >= 0 && column < width) {
                        sum += x[((first + channel) * height + row) * width + column]
                                * w[((filter * of + channel) * kernel + down) * kernel + right];
                    }
                }
            }
        }
        return sum;
    }
}
