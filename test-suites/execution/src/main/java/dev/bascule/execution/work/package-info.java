/** What models ask of a machine, learned by running them once more than a measurement does. */
@NullMarked
package dev.bascule.execution.work;

import org.jspecify.annotations.NullMarked;
