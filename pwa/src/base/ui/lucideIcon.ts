import type { IconNode, LucideProps } from 'lucide-react';
import { createElement } from 'react';

/**
 * Replaces lucide's function in builds (`vite.config.ts`), whose unused features would enlarge each first load. Hides
 * icons from screen readers unless they have a role.
 */
export default function createLucideIcon({ node }: { readonly node: IconNode }) {
  return (props: LucideProps) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props.role === undefined,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
