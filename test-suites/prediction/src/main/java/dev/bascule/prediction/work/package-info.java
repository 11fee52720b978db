/** What the kernels of a model cost by their shapes alone: operations, bytes, classes of operators. */
@NullMarked
package dev.bascule.prediction.work;

import org.jspecify.annotations.NullMarked;
