import type { Attempt } from '../api/types';

/** A language model with its caches may have fifty. */
const SHOWN = 6;

/** `logits float32[1,2]; boxes float32[1,8,4]`, no more than fit a glance. */
export function shapes(outputs: NonNullable<Attempt['outputs']>): string {
  const shown = outputs.slice(0, SHOWN).map(({ name, type, shape }) => `${name} ${type}[${shape.join(',')}]`).join('; ');
  return outputs.length > SHOWN ? `${shown} and ${outputs.length - SHOWN} more` : shown;
}
