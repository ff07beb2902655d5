import type { Plugin } from 'vite';

/** An item of a list of children. */
const styleElement =
  /\/\* @__PURE__ \*\/ jsx\(\s*"style",\s*\{\s*dangerouslySetInnerHTML: \{[^}`]*`[^`]*`\s*\},\s*nonce\s*\}\s*\),/;

/**
 * Removes the style element of Radix's select, whose content is set as HTML, which the site's policy forbids.
 * `base/ui/OpenedSelect.tsx` has its rules.
 */
export function withoutHtml(): Plugin {
  return {
    name: 'without-html',
    transform: {
      filter: { id: /\/@radix-ui\/react-select\/dist\/index\.mjs/ },
      handler(code) {
        if (!styleElement.test(code)) this.error("Radix's select no longer has the style element to remove");
        return { code: code.replace(styleElement, ''), map: null };
      },
    },
  };
}
