import { describe, expect, it } from 'vitest';
import { hrefOf, parse, PLAIN } from '../src/app/router';

describe('a path', () => {
  it('without a page is the matrix, with and without its slash', () => {
    expect(parse('/dashboard/')).toEqual({ page: 'matrix' });
    expect(parse('/dashboard')).toEqual({ page: 'matrix' });
  });

  it.each(PLAIN)('of %s is that page', (page) => {
    expect(parse(`/dashboard/${page}`)).toEqual({ page });
    expect(parse(hrefOf({ page }))).toEqual({ page });
  });

  it('of a job has its id, whatever letters that has', () => {
    expect(parse(hrefOf({ page: 'job', id: 'a/b?c%' }))).toEqual({ page: 'job', id: 'a/b?c%' });
  });

  it('of a training has its id, and the list of trainings has none', () => {
    expect(parse(hrefOf({ page: 'training', id: '20261129-1' }, { with: 'x' }).replace(/\?.*/, ''))).toEqual({ page: 'training', id: '20261129-1' });
    expect(parse('/dashboard/trainings/')).toEqual({ page: 'trainings' });
  });

  it('of a quantisation likewise', () => {
    expect(parse(hrefOf({ page: 'quantization', id: 'q1' }))).toEqual({ page: 'quantization', id: 'q1' });
    expect(parse('/dashboard/quantizations')).toEqual({ page: 'quantizations' });
    expect(parse('/dashboard/constructor/x')).toEqual({ page: 'missing' });
  });

  it.each(['/dashboard/nowhere', '/dashboard/training', '/dashboard/jobs/a/b', '/dashboard/compare/x', '/elsewhere', '/dashboardx', '/dashboard/missing', '/dashboard/job'])('such as %s is missing', (path) => {
    expect(parse(path)).toEqual({ page: 'missing' });
  });

  it('with a broken escape is no crash', () => {
    expect(parse('/dashboard/jobs/%E0')).toEqual({ page: 'job', id: '%E0' });
  });
});

it('a query stands behind the path, escaped', () => {
  expect(hrefOf({ page: 'compare' }, { model: 'a&b' })).toBe('/dashboard/compare?model=a%26b');
  expect(hrefOf({ page: 'matrix' })).toBe('/dashboard/');
});
