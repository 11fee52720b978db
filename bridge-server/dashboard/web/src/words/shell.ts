/** How a command line that reads or adds to the server's history names it; nothing where that is the usual one. */
export function storeOption(store: string | null | undefined): string {
  return store == null ? '' : ` --store ${quoted(store)}`;
}

/** A word of a command line, quoted where a shell would take it otherwise; as the server quotes its own. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./→-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
