/** Models out of packages: addresses, the package managers that fetch them, the cache. */
@NullMarked
package dev.bascule.models.packages;

import org.jspecify.annotations.NullMarked;
