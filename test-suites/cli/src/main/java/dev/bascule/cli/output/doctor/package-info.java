/** What the doctor says of this machine, as text and as documents. */
@NullMarked
package dev.bascule.cli.output.doctor;

import org.jspecify.annotations.NullMarked;
