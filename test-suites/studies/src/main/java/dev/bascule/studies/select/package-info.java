/** Which way to run a model is best on a machine: candidates tried, and those that may be best raced against each other. */
@NullMarked
package dev.bascule.studies.select;

import org.jspecify.annotations.NullMarked;
