/** The mathematics of placing: costs in, assignments out; knows neither jobs nor workers. Pure. */
@NullMarked
package dev.bascule.scheduling.assign;

import org.jspecify.annotations.NullMarked;
