/** When a cell's speed changed, and which runs are unlike their neighbors. */
@NullMarked
package dev.bascule.reports.change;

import org.jspecify.annotations.NullMarked;
