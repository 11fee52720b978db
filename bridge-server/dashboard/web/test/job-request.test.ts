import { describe, expect, it } from 'vitest';
import type { Catalog } from '../src/api/types';
import { NOTHING, requestOf, settingsOf, unknownModels, wishFrom } from '../src/state/job-request';

const CATALOG = {
  models: [{ id: 'zoo:mnist', name: 'mnist' }, { id: 'zoo:ds-cnn', name: 'ds-cnn' }, { id: 'face-320.onnx', name: 'face-320.onnx' }],
  settings: [{ id: 'batch' }, { id: 'precision' }],
  browsers: [{ id: 'chrome-headless-shell', name: 'Chrome Headless Shell' }, { id: 'firefox', name: 'Mozilla Firefox ESR' }],
} as unknown as Catalog;
const from = (query: Record<string, string>) => wishFrom(new URLSearchParams(query), CATALOG);

describe('a request', () => {
  it('leaves out what was not chosen, so that the usual counts', () => {
    expect(requestOf({ ...NOTHING, what: ['quickstart'] })).toEqual({ what: ['quickstart'], filters: [], settings: {} });
  });

  it('wants nothing beside what was chosen of backends and chains', () => {
    expect(requestOf({ ...NOTHING, backends: ['wasm'] })).toMatchObject({ backends: ['wasm'], chains: [] });
    expect(requestOf({ ...NOTHING, chains: ['webnn->wasm'] })).toMatchObject({ backends: [], chains: ['webnn->wasm'] });
    expect(requestOf({ ...NOTHING, backends: ['wasm'], chains: ['webnn->wasm'] })).toMatchObject({ backends: ['wasm'], chains: ['webnn->wasm'] });
  });

  it('splits globs and forgets empty settings', () => {
    expect(requestOf({ ...NOTHING, filters: ' a*, b ', settings: { seed: ' 4 ', batch: ' ' } })).toMatchObject({ filters: ['a*', 'b'], settings: { seed: '4' } });
  });
});

describe('a wish from a link', () => {
  it('has the model, the backend and the browser of an empty cell', () => {
    expect(from({ model: 'mnist', chain: 'webgpu', where: 'Chrome Headless Shell 153' })).toMatchObject({ what: ['zoo:mnist'], backends: ['webgpu'], chains: [], browsers: ['chrome-headless-shell'] });
  });

  it('has a chain as a chain, and no browser for native', () => {
    expect(from({ model: 'mnist', chain: 'openvino->cpu', where: 'native' })).toMatchObject({ backends: [], chains: ['openvino→cpu'], browsers: [] });
  });

  it('has the settings of a case that is to be run again, as far as there are such', () => {
    const query = new URLSearchParams([['model', 'mnist'], ...settingsOf('s:vision:mnist;batch=8,precision=fp16,odd=1').map(([name, value]) => ['set', `${name}=${value}`])]);
    expect(wishFrom(query, CATALOG).settings).toEqual({ batch: '8', precision: 'fp16' });
    expect(settingsOf('s:vision:mnist')).toEqual([]);
  });

  it('does not invent a model that the catalog has not', () => {
    expect(from({ model: 'elsewhere' }).what).toEqual([]);
    expect(unknownModels(new URLSearchParams({ model: 'elsewhere' }), CATALOG)).toEqual(['elsewhere']);
  });

  it('finds the file of a model by the name that the matrix has of it', () => {
    expect(from({ model: 'face-320' }).what).toEqual(['face-320.onnx']);
    expect(from({ model: 'face' }).what).toEqual([]);
    expect(unknownModels(new URLSearchParams({ model: 'face-320' }), CATALOG)).toEqual([]);
  });
});
