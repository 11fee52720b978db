/** Operators of strings, and of features of classical machine learning. */
@NullMarked
package dev.bascule.exact.kernel.text;

import org.jspecify.annotations.NullMarked;
