/** What processors for networks take, and what of a model they would leave. Stateless data. */
@NullMarked
package dev.bascule.quantization.npu;

import org.jspecify.annotations.NullMarked;
