/** The methods themselves. */
@NullMarked
package dev.bascule.quantization.method;

import org.jspecify.annotations.NullMarked;
