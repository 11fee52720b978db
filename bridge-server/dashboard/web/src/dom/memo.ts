import { Component, type ComponentClass } from 'preact';
import type { Markup } from './h';

/** A component that is drawn anew only when one of its properties is another: for parts of which there are thousands. */
export function memo<P extends object>(draw: (props: P) => Markup): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const now = this.props as Readonly<P>;
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== now[name]);
    }

    override render(): Markup {
      return draw(this.props as P);
    }
  };
}
