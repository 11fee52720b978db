/** The JSON document of a run, and its schema. */
@NullMarked
package dev.bascule.reports.document;

import org.jspecify.annotations.NullMarked;
