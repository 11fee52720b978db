import { expect, it } from 'vitest';
import { shapes } from '../src/words/shapes';

it('tells each output with its type and shape, a scalar too, and no more than fit a glance', () => {
  expect(shapes([{ name: 'logits', type: 'float32', shape: [1, 2] }, { name: 'count', type: 'int64', shape: [] }])).toBe('logits float32[1,2]; count int64[]');
  const many = Array.from({ length: 8 }, (_, i) => ({ name: `o${i}`, type: 'float32', shape: [i] }));
  expect(shapes(many)).toMatch(/o5 float32\[5\] and 2 more$/);
});
