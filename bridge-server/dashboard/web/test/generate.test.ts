import { describe, expect, it } from 'vitest';
import { browserId, generateQuery } from '../src/state/generate';

const NOTHING = { cell: undefined, model: undefined, chain: [], browser: undefined };

describe('a wish for a test', () => {
  it('is of a cell, or of its model elsewhere', () => {
    expect(generateQuery({ ...NOTHING, cell: 'r.1' })).toEqual({ cell: 'r.1' });
    expect(generateQuery({ ...NOTHING, cell: 'r.1', chain: ['webgpu', 'wasm'], browser: 'firefox' })).toEqual({ cell: 'r.1', chain: ['webgpu', 'wasm'], browser: 'firefox' });
  });

  it('is none without a model and a place', () => {
    expect([generateQuery(NOTHING), generateQuery({ ...NOTHING, model: 'zoo:mnist' }), generateQuery({ ...NOTHING, chain: ['wasm'] })]).toEqual([undefined, undefined, undefined]);
    expect(generateQuery({ ...NOTHING, model: 'zoo:mnist', chain: ['wasm'], browser: '' })).toEqual({ model: 'zoo:mnist', chain: ['wasm'] });
  });
});

it('a column stands under the browser whose whole name it has', () => {
  const catalog = { browsers: [{ id: 'chrome', name: 'Chrome' }, { id: 'shell', name: 'Chrome Headless Shell' }] };
  expect([browserId('Chrome Headless Shell 153', catalog), browserId('Chrome 150', catalog), browserId('native', catalog), browserId('', catalog)]).toEqual(['shell', 'chrome', undefined, undefined]);
});
