/** A decoder forced along known tokens: is it right at each position, and how fast is it by depth. */
@NullMarked
package dev.bascule.studies.decode;

import org.jspecify.annotations.NullMarked;
