/** What a profile measured, as text and as a document. */
@NullMarked
package dev.bascule.cli.output.profile;

import org.jspecify.annotations.NullMarked;
