/** What a model asks of a machine: the kernels that an engine made of its graph. */
@NullMarked
package dev.bascule.fallback.work;

import org.jspecify.annotations.NullMarked;
