import type { Plugin } from 'vite';
import { classicScript } from './vite.classicScript.ts';

/** For browsers of 2019 and later, because it also runs in those that are too old for the app. */
const compile = () => classicScript('app/firstPaint.ts', 'es2015');

/** Puts the first-paint script before everything else of the page: a hashed file, or inline in development. */
export function themeScript(): Plugin {
  let file = '';
  let isBuild = false;
  return {
    name: 'theme-script',
    config: (_config, { command }) => {
      isBuild = command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const reference = this.emitFile({ type: 'asset', name: 'theme.js', source: await compile() });
      file = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      async handler() {
        return isBuild
          ? [{ tag: 'script', attrs: { src: `/${file}` }, injectTo: 'head-prepend' }]
          : [{ tag: 'script', children: await compile(), injectTo: 'head-prepend' }];
      },
    },
  };
}
