import type { Plugin } from 'vite';

/**
 * The screen that a path opens with, as `src/app/routes.tsx` has it: what the query service lets browsers load with the page.
 * `profile` stands for everybody's, `nothing` for all other paths.
 */
const screens = {
  '/': 'landing/LandingScreen.tsx',
  '/auth': 'accounts/AuthScreen.tsx',
  '/directory': 'directory/DirectoryScreen.tsx',
  '/messages': 'messages/MessagesScreen.tsx',
  '/dashboard/profile': 'profiles/DashboardScreen.tsx',
  '/dashboard/activity': 'accounts/activity/ActivityScreen.tsx',
  '/admin-page': 'admin/AdminScreen.tsx',
  '/terms': 'legal/TermsScreen.tsx',
  '/privacy': 'legal/PrivacyScreen.tsx',
  profile: 'profiles/ProfileScreen.tsx',
  nothing: 'app/NotFoundScreen.tsx',
} as const satisfies Readonly<Record<string, string>>;

/** A chunk of a bundle, as far as it matters here. */
interface Chunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** Everything that is loaded with a chunk before it runs, itself included. */
function withImports(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported !== undefined) withImports(imported, chunks, seen);
  }
  return seen;
}

/**
 * Writes `preloads.json`: by path, the scripts and style sheets that its screen needs beside those that every page has. Without
 * it a browser learns of them only when the app already runs.
 * @throws Error while building, when a screen has no chunk of its own
 */
export function screenPreloads(): Plugin {
  return {
    name: 'screen-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') chunks.set(output.fileName, output);
      }
      const everywhere = new Set<Chunk>();
      for (const chunk of chunks.values()) if (chunk.isEntry) withImports(chunk, chunks, everywhere);
      // The service worker is a bundle of its own.
      if (everywhere.size === 0 || chunks.size === 1) return;
      const preloads = Object.entries(screens).map(([path, screen]) => {
        const own = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(`/src/${screen}`),
        );
        if (own === undefined) throw new Error(`${screen} is no chunk: is it loaded lazily?`);
        const needed = [...withImports(own, chunks)].filter((chunk) => !everywhere.has(chunk));
        const scripts = needed.map(({ fileName }) => `/${fileName}`);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [path, { scripts, styles: styles.map((style) => `/${style}`) }];
      });
      const source = JSON.stringify(Object.fromEntries(preloads), null, 2);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    },
  };
}
