package dev.bascule.quantization;

/**
 * What was done to one weight.
 *
 * @param node that takes it
 * @param operator of that node, as it was
 * @param weight its name
 * @param elements of it
 * @param bits that an element takes now, indices of a palette counted, scales and tables not
 * @param bytesBefore of the weight
 * @param bytesAfter of all that stands for it, scales, zero points and tables included
 * @param error root of the mean square of what each element is off, relative to that of the elements
 */
public record LayerChange(
        String node,
        String operator,
        String weight,
        long elements,
        int bits,
        long bytesBefore,
        long bytesAfter,
        double error) {}
