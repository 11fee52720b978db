/** A word of a command line, quoted where a shell would take it otherwise; as the server quotes its own. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./→-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
