// The one way into the page is Preact's `h`: text is only ever a text node and attributes are only ever set by name, so that
// nothing a history or a server says can become markup. What Preact itself would let through is held back here.
import { h, options, type ComponentChildren, type VNode } from 'preact';

export { h };

export type Child = ComponentChildren;

/** A part of a page, as it is to be drawn. */
export type Markup = VNode<any>;

/** Addresses of other schemes, such as javascript:, are dropped; the colon of a path or a query is none of a scheme. */
const ADDRESS = /^(?:https?:|blob:|[/?#.]|$)/;

/** Properties that Preact would set as they are, and that read their text as markup or take the place of children. */
const MARKUP = ['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'textContent', 'innerText', 'srcdoc'];

options.vnode = ({ type, props }: VNode<Record<string, unknown>>) => {
  if (typeof type !== 'string') {
    return;
  }
  if (MARKUP.some((name) => name in props) || typeof props['style'] === 'string') {
    throw new Error('text is no markup, and a strict policy has no style attributes');
  }
  if (props['href'] !== undefined && !ADDRESS.test(String(props['href']))) {
    delete (props as Record<string, unknown>)['href'];
  }
};

// However many events there are, a page is drawn once a frame; a hidden one has no frames.
options.debounceRendering = (draw) => void (document.visibilityState === 'visible' ? requestAnimationFrame(draw) : setTimeout(draw));
