import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out components of libraries that nothing shows. `forwardRef` and its like are calls, which it
 * must keep unless they are marked as pure; names for React's developer tools are writes, which it must keep always.
 */
export function pureComponents(): Plugin {
  const displayName = /^[\w$]+\.displayName = (?:"[^"\n]*"|[\w$]+);$/gm;
  const component = /^((?:var|const|let) [\w$]+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm;
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: {
        id: /\/node_modules\/(@radix-ui|radix-ui|lucide-react)\/.*\.m?js$/,
        code: /\.displayName = /,
      },
      handler: (code) => ({
        code: code.replace(displayName, '').replace(component, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  };
}
