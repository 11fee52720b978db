/** What scores come to for families of models and for targets. */
@NullMarked
package dev.bascule.reports.rating;

import org.jspecify.annotations.NullMarked;
