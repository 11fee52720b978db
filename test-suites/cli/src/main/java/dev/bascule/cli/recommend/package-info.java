/** The command {@code recommend}. */
@NullMarked
package dev.bascule.cli.recommend;

import org.jspecify.annotations.NullMarked;
