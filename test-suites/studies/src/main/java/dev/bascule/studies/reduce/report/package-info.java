/** What a reduction leaves for others: the folder, the page and the text. */
@NullMarked
package dev.bascule.studies.reduce.report;

import org.jspecify.annotations.NullMarked;
