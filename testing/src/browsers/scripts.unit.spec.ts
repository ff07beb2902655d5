import { describe, expect, it } from 'vitest';
import { Compat } from './compat.ts';
import { findingsInScript } from './findings.ts';
import { minimumOf } from './minimum.ts';
import { programWith } from './program.ts';
import { usesIn } from './scripts.ts';

const compat = new Compat(
  minimumOf(['chrome >= 111', 'firefox >= 128', 'safari >= 16.4', 'ios_saf >= 16.4']),
);

/** A snippet a line, because a program takes a second. */
function foundByLine(snippets: readonly string[]): readonly string[] {
  const file = '/snippets.tsx';
  const before =
    'declare const it: any, some: URL[], text: string, button: HTMLButtonElement, isSlow: boolean;';
  const lines = [before, 'export {};', ...snippets.map((snippet) => `(() => { ${snippet} });`)];
  const program = programWith(file, lines.join('\n'));
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error('The program has no source');
  const findings = findingsInScript(usesIn(source, program), compat);
  return snippets.map((_, index) =>
    findings
      .filter(({ line }) => line === index + 3)
      .map(({ feature }) => feature)
      .join(' '),
  );
}

describe('a script', () => {
  const newer: Readonly<Record<string, string>> = {
    'URL.canParse(text)': 'api.URL.canParse_static',
    "URL['canParse'](text)": 'api.URL.canParse_static',
    'const { canParse } = URL;': 'api.URL.canParse_static',
    'const Address = URL; Address.canParse(text)': 'api.URL.canParse_static',
    'AbortSignal.any([])': 'api.AbortSignal.any_static',
    'window.AbortSignal.any([])': 'api.AbortSignal.any_static',
    'Response.json({})': 'api.Response.json_static',
    'new Set(some).union(new Set(some))': 'javascript.builtins.Set.union',
    'const some: ReadonlySet<string> = new Set(); some.isSubsetOf(some)':
      'javascript.builtins.Set.isSubsetOf',
    'some.values().map(String)': 'javascript.builtins.Iterator.map',
    'new Map().keys().toArray()': 'javascript.builtins.Iterator.toArray',
    'Promise.withResolvers()': 'javascript.builtins.Promise.withResolvers',
    'Array.fromAsync([])': 'javascript.builtins.Array.fromAsync',
    'Object.groupBy(some, String)': 'javascript.builtins.Object.groupBy',
    'Math.f16round(1)': 'javascript.builtins.Math.f16round',
    '/[[a-z]--b]/v.test(text)': 'javascript.builtins.RegExp.unicodeSets',
    'new Intl.DurationFormat()': 'javascript.builtins.Intl.DurationFormat',
    'button.showPopover()': 'api.HTMLElement.showPopover',
    'button.checkVisibility()': 'api.Element.checkVisibility',
    'void navigator.storage.estimate()': 'api.StorageManager.estimate',
    'document.startViewTransition()': 'api.Document.startViewTransition',
    'requestIdleCallback(() => {})': 'api.Window.requestIdleCallback',
    "button.addEventListener('scrollend', () => {})": 'api.Element.scrollend_event',
    "button.style.textWrap = 'balance'": 'css.properties.text-wrap',
    '<search />': 'html.elements.search',
    '<div popover="auto" />': 'html.global_attributes.popover',
    '<div onScrollEnd={it} />': 'api.Element.scrollend_event',
  };
  const found = foundByLine(Object.keys(newer));

  it.each(Object.entries(newer).map(([snippet, feature], index) => [snippet, feature, found[index]]))(
    '%s uses %s',
    (_, feature, actual) => expect(actual).toBe(feature),
  );
});

describe('a script may', () => {
  const fine = [
    'some.toSorted(); structuredClone(some); new URL(text); text.at(-1); crypto.randomUUID()',
    // An own type with the name of a built-in one.
    'class Set { union() {} } new Set().union()',
    'const own = { canParse: () => true }; own.canParse()',
    'type Parts = Intl.DurationFormat',
    'URL.canParse?.(text)',
    'document.startViewTransition?.(() => {})',
    "'canParse' in URL ? URL.canParse(text) : false",
    "'canParse' in URL && (() => URL.canParse(text))()",
    "!('canParse' in URL) || URL.canParse(text)",
    "if (!('canParse' in URL)) return; URL.canParse(text)",
    "if (isSlow || !('canParse' in URL)) { return false; } return URL.canParse(text)",
    "const canCheck = 'canParse' in URL; if (canCheck) URL.canParse(text)",
    "const canCheck = () => 'canParse' in URL; return canCheck() ? URL.canParse(text) : null",
    "if (typeof URL.canParse === 'function') URL.canParse(text)",
    'if (URL.canParse !== undefined) URL.canParse(text)',
    'if (URL.canParse) URL.canParse(text)',
    "if (typeof requestIdleCallback === 'undefined') return; requestIdleCallback(() => {})",
    'const { userVisibleOnly = true } = it as PushSubscriptionOptions',
  ];
  const found = foundByLine(fine);

  it.each(fine.map((snippet, index) => [snippet, found[index]]))('%s', (_, actual) =>
    expect(actual).toBe(''),
  );
});

describe('no protection is', () => {
  const unprotected = [
    "'canParse' in URL || URL.canParse(text)",
    "'canParse' in URL ? false : URL.canParse(text)",
    "if (!('canParse' in URL)) URL.canParse(text)",
    "if ('canParse' in URL) return; URL.canParse(text)",
    "if (isSlow && !('canParse' in URL)) return; URL.canParse(text)",
    "if (!('canParse' in URL)) console.log(text); URL.canParse(text)",
    "if ('canParse' in URL) console.log(text); URL.canParse(text)",
    "URL.canParse(text); if (!('canParse' in URL)) return",
    "'parse' in URL && URL.canParse(text)",
    "if (typeof URL.canParse === 'undefined') URL.canParse(text)",
    'if (URL.canParse === undefined) URL.canParse(text)',
    'if (URL.canParse(text)) return',
    "if (isSlow || 'canParse' in URL) URL.canParse(text)",
  ];
  const found = foundByLine(unprotected);

  it.each(unprotected.map((snippet, index) => [snippet, found[index]]))('%s', (_, actual) =>
    expect(actual).toBe('api.URL.canParse_static'),
  );
});
