import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Starts loading the text face with the page rather than after its style sheet, so that text settles at once. */
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

/** Writes `.br` and `.gz` beside each text asset of a finished build, for the server to send as they are. */
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

/** A running product; it only takes writes and sockets that come from its own pages. */
const server = { target: 'http://localhost:8080', headers: { origin: 'http://localhost:8080' } };

export default defineConfig({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  plugins: [
    react(),
    tailwindcss(),
    preloadTextFace(),
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
          'assets/*.{js,css}',
          'assets/*-latin-wght-normal-*.woff2',
        ],
      },
    }),
    precompress(),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: {
    proxy: {
      '/api': server,
      '/graphql': server,
      '/media': server,
      '/ws': { ...server, ws: true },
    },
  },
});
