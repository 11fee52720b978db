package dev.bascule.reports.matrix;

/**
 * Which cell of the matrix over all histories: the same wherever the history was written, merged or copied.
 *
 * @param machine fingerprint of the machine
 * @param row key of the row, as {@link dev.bascule.reports.matrix.CellKey} says
 * @param column key of the column, the machine left out
 */
public record CellPlace(String machine, String row, String column) {}
