/** Reports of a run: JSON, Markdown, HTML, CSV, JUnit XML, GitHub annotations. */
@NullMarked
package dev.bascule.reports.export;

import org.jspecify.annotations.NullMarked;
