import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The first screen of each path, as in `src/app/routes.tsx`, for which the query service adds preloads. `profile` is
 * every profile, `nothing` any other path.
 */
const screens = {
  '/': 'screens/LandingScreen.tsx',
  '/auth': 'screens/AuthScreen.tsx',
  '/directory': 'screens/DirectoryScreen.tsx',
  '/messages': 'screens/MessagesScreen.tsx',
  '/dashboard/profile': 'screens/DashboardScreen.tsx',
  '/dashboard/activity': 'screens/ActivityScreen.tsx',
  '/admin-page': 'screens/AdminScreen.tsx',
  '/terms': 'screens/TermsScreen.tsx',
  '/privacy': 'screens/PrivacyScreen.tsx',
  profile: 'screens/ProfileScreen.tsx',
  nothing: 'screens/NotFoundScreen.tsx',
} as const satisfies Readonly<Record<string, string>>;

const isPath = (path: string): path is keyof typeof screens => Object.hasOwn(screens, path);
const paths = Object.keys(screens).filter(isPath);

/** Screens that work offline after the first visit. */
const mainScreens: readonly (keyof typeof screens)[] = [
  '/',
  '/directory',
  '/messages',
  '/dashboard/profile',
  'profile',
];

/** Parts that must work offline as well: what sends messages, and what a logout needs. */
const offlineParts = [
  'app/MessengerHost.tsx',
  'features/messages/signOut/SignOut.tsx',
  'device/offline/erase.ts',
] as const;

/** Finds what `lazySoon` loads, which must work offline too. */
const lazySoon = /\blazySoon\((?:\(\) => import\('([^']+)'\))?/g;
const sources = join(import.meta.dirname, 'src');

/** The used properties of a bundle's chunk. */
interface Chunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** Returns a chunk and everything loaded before it runs. */
function withImports(chunk: Chunk, chunks: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): Set<Chunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported !== undefined) withImports(imported, chunks, seen);
  }
  return seen;
}

const filesOf = ({ fileName, viteMetadata }: Chunk) => [fileName, ...(viteMetadata?.importedCss ?? [])];

/**
 * Returns the files cached at the first visit: the shell, and parts with everything they open.
 * `src/app/keepParts.ts` adds what is used later.
 */
function installed(
  chunks: ReadonlyMap<string, Chunk>,
  everywhere: ReadonlySet<Chunk>,
  parts: readonly Chunk[],
): ReadonlySet<string> {
  const all = new Set(everywhere);
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || all.has(chunk)) return;
    all.add(chunk);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) add(chunks.get(name));
  };
  for (const part of parts) add(part);
  return new Set([...all].flatMap(filesOf));
}

/**
 * Writes `preloads.json`: scripts and style sheets by path, in addition to those of every page. Otherwise a browser
 * finds them only once the app runs. Also determines which files the service worker caches at the first visit.
 * @throws Error during the build if a screen or part has no chunk of its own, or is not found
 */
export function screenPreloads(): Plugin & { readonly isInstalled: (file: string) => boolean } {
  let kept: ReadonlySet<string> = new Set();
  const soon = new Set<string>();
  return {
    name: 'screen-preloads',
    apply: 'build',
    enforce: 'pre',
    isInstalled: (file) => kept.has(file),
    transform(code, id) {
      for (const [, module] of code.matchAll(lazySoon)) {
        if (module === undefined) throw new Error(`${id}: lazySoon takes () => import('…')`);
        soon.add(relative(sources, resolve(dirname(id), module)));
      }
    },
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') chunks.set(output.fileName, output);
      }
      const everywhere = new Set<Chunk>();
      for (const chunk of chunks.values()) if (chunk.isEntry) withImports(chunk, chunks, everywhere);
      // The service worker is a bundle of its own.
      if (everywhere.size === 0 || chunks.size === 1) return;
      const chunkOf = (module: string) => {
        const own = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(`/src/${module}`),
        );
        if (own === undefined) throw new Error(`${module} is no chunk: is it loaded lazily?`);
        return own;
      };
      const preloads = paths.map((path) => {
        const needed = [...withImports(chunkOf(screens[path]), chunks)].filter(
          (chunk) => !everywhere.has(chunk),
        );
        const scripts = needed.map(({ fileName }) => `/${fileName}`);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [path, { scripts, styles: styles.map((style) => `/${style}`) }];
      });
      const source = JSON.stringify(Object.fromEntries(preloads), null, 2);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
      const parts = [...mainScreens.map((path) => screens[path]), ...offlineParts, ...soon];
      kept = installed(chunks, everywhere, parts.map(chunkOf));
    },
  };
}
