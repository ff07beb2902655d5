import type { IconNode, LucideProps } from 'lucide-react';
import { createElement } from 'react';

/**
 * Stands in for lucide's own function, which its icons call, when the app is built (`vite.config.ts`): that one can do much that
 * nothing here asks for, and each first load would bring it. An icon says nothing to screen readers unless it is given a role.
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
