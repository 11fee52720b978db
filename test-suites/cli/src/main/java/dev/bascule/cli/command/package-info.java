/** What every command stands on: its context, its services, how it is interrupted, the history that it reads. */
@NullMarked
package dev.bascule.cli.command;

import org.jspecify.annotations.NullMarked;
