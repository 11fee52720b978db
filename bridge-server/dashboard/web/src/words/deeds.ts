// What somebody asked for, in words: the audit log keeps requests as they were made, refused ones among them.

const DEEDS: readonly (readonly [request: RegExp, words: string])[] = [
  [/^POST \S*\/session$/, 'Sign-in'],
  [/^DELETE \S*\/session$/, 'Sign-out'],
  [/^POST \S*\/jobs\/check$/, 'Plan of a run'],
  [/^POST \S*\/jobs$/, 'Start of a run'],
  [/^DELETE \S*\/jobs\//, 'Cancelling a job'],
  [/^POST \S*\/schedules$/, 'New schedule'],
  [/^(PATCH|PUT) \S*\/schedules\//, 'Change of a schedule'],
  [/^DELETE \S*\/schedules\//, 'Deleting a schedule'],
  [/^GET \S*\/devices$/, 'Links for devices told'],
];

/** The words for a request; none for one that is not known here, whose own words stand beside it. */
export function deed(action: string): string {
  return DEEDS.find(([request]) => request.test(action))?.[1] ?? '';
}
