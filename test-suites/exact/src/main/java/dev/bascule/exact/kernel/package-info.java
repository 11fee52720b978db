/** What a kernel is: one operator's function from inputs to outputs, and how it is called. */
@NullMarked
package dev.bascule.exact.kernel;

import org.jspecify.annotations.NullMarked;
