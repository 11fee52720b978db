/** Notes that stand with each of several cases. */
export function shared(notes: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = notes;
  return others.length === 0 ? [] : first.filter((note) => others.every((list) => list.includes(note)));
}
