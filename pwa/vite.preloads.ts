import type { Plugin } from 'vite';

/**
 * The screen that a path opens with, as `src/app/routes.tsx` has it: what the query service lets browsers load with the page.
 * `profile` stands for everybody's, `nothing` for all other paths.
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

/** Those that work without a network from the first visit on. */
const mainScreens: readonly (keyof typeof screens)[] = [
  '/',
  '/directory',
  '/messages',
  '/dashboard/profile',
  'profile',
];

/** A chunk of a bundle, as far as it matters here. */
interface Chunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
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

const filesOf = ({ fileName, viteMetadata }: Chunk) => [fileName, ...(viteMetadata?.importedCss ?? [])];

/** What is on the device from the first visit on: the shell, and the main screens with all that they open. Else what was used (`src/app/keepParts.ts`). */
function installed(
  chunks: ReadonlyMap<string, Chunk>,
  everywhere: ReadonlySet<Chunk>,
  screenOf: (path: keyof typeof screens) => Chunk,
): ReadonlySet<string> {
  const all = new Set(everywhere);
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || all.has(chunk)) return;
    all.add(chunk);
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) add(chunks.get(name));
  };
  for (const path of mainScreens) add(screenOf(path));
  return new Set([...all].flatMap(filesOf));
}

/**
 * Writes `preloads.json`: by path, the scripts and style sheets that its screen needs beside those that every page has. Without
 * it a browser learns of them only when the app already runs. Notes, too, which files the service worker keeps from the first visit on.
 * @throws Error while building, when a screen has no chunk of its own
 */
export function screenPreloads(): Plugin & { readonly isInstalled: (file: string) => boolean } {
  let kept: ReadonlySet<string> = new Set();
  return {
    name: 'screen-preloads',
    apply: 'build',
    isInstalled: (file) => kept.has(file),
    generateBundle(_options, bundle) {
      const chunks = new Map<string, Chunk>();
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') chunks.set(output.fileName, output);
      }
      const everywhere = new Set<Chunk>();
      for (const chunk of chunks.values()) if (chunk.isEntry) withImports(chunk, chunks, everywhere);
      // The service worker is a bundle of its own.
      if (everywhere.size === 0 || chunks.size === 1) return;
      const screenOf = (path: keyof typeof screens) => {
        const own = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(`/src/${screens[path]}`),
        );
        if (own === undefined) throw new Error(`${screens[path]} is no chunk: is it loaded lazily?`);
        return own;
      };
      const preloads = paths.map((path) => {
        const needed = [...withImports(screenOf(path), chunks)].filter((chunk) => !everywhere.has(chunk));
        const scripts = needed.map(({ fileName }) => `/${fileName}`);
        const styles = needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [path, { scripts, styles: styles.map((style) => `/${style}`) }];
      });
      const source = JSON.stringify(Object.fromEntries(preloads), null, 2);
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
      kept = installed(chunks, everywhere, screenOf);
    },
  };
}
