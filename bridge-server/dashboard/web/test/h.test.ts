import { expect, it } from 'vitest';
import { h } from '../src/dom/h';

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:x'])('%s is no address that a link leads to', (href) => {
  expect(h('a', { href }, 'here').props.href).toBeUndefined();
});

it.each(['/dashboard/?cell=a:b', 'https://example.org/', '?q=a', '#main', 'blob:x'])('%s is one', (href) => {
  expect(h('a', { href }, 'here').props.href).toBe(href);
});

it.each(['innerHTML', 'outerHTML', 'textContent', 'innerText', 'srcdoc'])('%s is refused', (name) => {
  expect(() => h('p', { [name]: '<b>x</b>' })).toThrow('no markup');
});

it('nothing gets past as markup or as a style of text', () => {
  expect(() => h('p', { dangerouslySetInnerHTML: { __html: '<b>x</b>' } })).toThrow('no markup');
  expect(() => h('p', { style: 'color: red' })).toThrow('style');
});
