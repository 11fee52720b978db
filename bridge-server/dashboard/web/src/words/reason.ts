// What an engine said went wrong, without what it wraps around its words.

const WRAPPING = /^in phase '[^']*': |^.*\bERROR_MESSAGE: |^.*\bStatus Message: |^Error code - \w+ - message: |^Fatal error: |^Exception during (?:initialization|loading): /;

/** A place in the engine's source, with the name of its function. */
const PLACE = /^(?:\S*\/)?[\w.]+\.(?:cc|h|cpp|mm|cu):\d+ (?:\w+ (?=[A-Z])|[\w:~]+\([^)]*\)\S* )?/;

/** The plain fact: where a place is small, this is what must be read. The whole message is told beside it. */
export function plainReason(message: string): string {
  let said = message.trim().split('\n')[0] ?? '';
  for (let before = ''; before !== said; ) {
    before = said;
    said = said.replace(WRAPPING, '');
  }
  // A failed check: place, function and condition come before what it says.
  said = said.replace(/^\S+:\d+ .+? was false\. (?=\S)/, '').replace(PLACE, '').trim();
  return said === '' ? message : said;
}
