/** What the Web Neural Network API is said to offer: by its specification, and by a browser. */
@NullMarked
package dev.bascule.fallback.webnn;

import org.jspecify.annotations.NullMarked;
