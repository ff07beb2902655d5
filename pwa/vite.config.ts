import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstViews } from './vite.firstViews.ts';
import { checks, noWarnings } from './vite.noWarnings.ts';
import { screenPreloads } from './vite.preloads.ts';
import { pureComponents } from './vite.pureComponents.ts';
import { target } from './vite.target.ts';
import { themeScript } from './vite.themeScript.ts';
import { withoutHtml } from './vite.withoutHtml.ts';
import { workerSender } from './vite.workerSender.ts';

/** Loads the text font with the page rather than after its style sheet, so that text settles early. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
        if (face === undefined) return [];
        const attrs = { rel: 'preload', href: `/${face}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Makes Chromium compile each file completely while it arrives, off the main thread, rather than function by function.
 */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // The hint must be the first line.
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** Writes `.br` and `.gz` beside each text asset, which the server sends as they are. */
function precompress(): Plugin {
  let outDir = '';
  const isText = (file: string) => /\.(js|css|svg|webmanifest)$/.test(file);
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = (await readdir(outDir, { recursive: true })).filter(isText);
        for (const file of files.map((name) => path.join(outDir, name))) {
          const bytes = await readFile(file);
          if (bytes.length < 1024) continue;
          await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
          await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        }
      },
    },
  };
}

/**
 * Merges everything that each page needs into one file, and what several screens share into a file per folder. The
 * bundler would make dozens of small files, which compress badly and cost a round trip each. `firstLoad.e2e.spec.ts`
 * limits their size.
 */
const groups = [
  { name: 'root', priority: 7, test: /\/base\/ui\/createRoot\.ts$/ },
  { name: 'react', priority: 8, test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: 'start', priority: 6, test: /\/pwa\/src\/main\.tsx$/ },
  // Menus are large, and loaded when one is opened.
  { name: 'overlays', priority: 5, test: /\/base\/ui\/overlays\/(?!DropdownMenu)/, minShareCount: 3 },
  { name: 'kept', priority: 4, test: /\/device\/offline\/kept\// },
  { name: 'device', priority: 3, test: /\/device\/offline\//, minShareCount: 3 },
  { name: 'icons', priority: 2, test: /\/lucide-react\//, minShareCount: 2 },
  // Menus bring their positions, and checks of addresses cryptography, which no first screen needs.
  {
    name: 'shared',
    priority: 1,
    test: /\/(pwa|contracts)\/src\/(?!base\/ui\/overlays\/DropdownMenu|profiles\/(addresses|commands)\.ts|members\/addresses\/)/,
    minShareCount: 5,
  },
];

/** Stops the build when the pattern of a group no longer matches anything. */
function everyGroupMatches(): Plugin {
  return {
    name: 'every-group-matches',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const { name, test } of groups) {
        const isMade = chunks.some(
          (chunk) => chunk.name === name && chunk.moduleIds.some((id) => test.test(id)),
        );
        if (!isMade) throw new Error(`The group "${name}" of vite.config.ts matches no module`);
      }
    },
  };
}

/** Replaces lucide's icon function, whose features are not needed. */
const byOwnIcons = [
  {
    find: /^\.\.\/createLucideIcon\.mjs$/,
    replacement: path.join(import.meta.dirname, 'src/base/ui/lucideIcon.ts'),
  },
];

const preloads = screenPreloads();

/** A running product; it accepts writes and sockets only from its own origin. */
const server = { target: 'http://localhost:8080', headers: { origin: 'http://localhost:8080' } };

export default defineConfig(({ command }) => ({
  ...(command === 'build' ? { customLogger: noWarnings } : {}),
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: command === 'build' ? byOwnIcons : [],
  },
  plugins: [
    react(),
    pureComponents(),
    withoutHtml(),
    tailwindcss(),
    themeScript(),
    preloadTextFace(),
    preloads,
    workerSender(),
    firstViews(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'icons/icon.svg',
          'assets/*.{js,css,svg}',
          'assets/*-latin-wght-normal-*.woff2',
        ],
        manifestTransforms: [
          (entries) => {
            const isKept = ({ url }: { readonly url: string }) =>
              !/^assets\/.*\.(js|css)$/.test(url) ||
              /^assets\/(theme|sender)-/.test(url) ||
              preloads.isInstalled(url);
            return { manifest: entries.filter(isKept), warnings: [] };
          },
        ],
      },
    }),
    everyGroupMatches(),
    compileAtOnce(),
    precompress(),
  ],
  // In development, packages are bundled without the other plugins.
  optimizeDeps: { rolldownOptions: { plugins: [withoutHtml()] } },
  build: {
    target,
    assetsInlineLimit: 0,
    // Browsers without module preload load modules on import.
    modulePreload: { polyfill: false },
    rolldownOptions: { checks, output: { codeSplitting: { groups } } },
  },
  server: {
    // As in `http/src/securityHeaders.ts`; its other parts forbid what Vite adds to the page.
    headers: {
      'content-security-policy': "require-trusted-types-for 'script'; trusted-types pmcw-scripts",
    },
    proxy: {
      '/api': server,
      '/graphql': server,
      '/media': server,
      '/og': server,
      '/.well-known': server,
      '/ws': { ...server, ws: true },
    },
  },
}));
