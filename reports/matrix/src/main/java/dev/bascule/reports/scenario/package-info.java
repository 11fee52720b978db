/** Scenarios as tables of figures: what every kind of report shows of them. */
@NullMarked
package dev.bascule.reports.scenario;

import org.jspecify.annotations.NullMarked;
