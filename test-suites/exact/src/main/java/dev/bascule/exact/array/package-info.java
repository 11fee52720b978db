/** Values that the interpreter computes with: real numbers as doubles, whole numbers as longs. */
@NullMarked
package dev.bascule.exact.array;

import org.jspecify.annotations.NullMarked;
