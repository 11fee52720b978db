/** What a search of versions came to, as a folder. */
@NullMarked
package dev.bascule.studies.bisect.report;

import org.jspecify.annotations.NullMarked;
