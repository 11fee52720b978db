/** The command that opens this machine to devices and to the dashboard. */
@NullMarked
package dev.bascule.cli.serve;

import org.jspecify.annotations.NullMarked;
