import type { Plugin } from 'vite';

/**
 * Lets the bundler drop unused components of libraries. Calls such as `forwardRef` must be marked as pure for that, and
 * assignments of `displayName` removed.
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
