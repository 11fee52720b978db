/** Where a model comes from, and the file that it becomes. */
@NullMarked
package dev.bascule.models.source;

import org.jspecify.annotations.NullMarked;
