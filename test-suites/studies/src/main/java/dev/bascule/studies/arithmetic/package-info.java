/** Which arithmetic a backend computes sums of products in: sums of few terms among zeros tell formats apart. */
@NullMarked
package dev.bascule.studies.arithmetic;

import org.jspecify.annotations.NullMarked;
