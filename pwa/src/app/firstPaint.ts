// The only script that blocks the page: a small file, since the policy forbids inline scripts. It sets what the first
// paint depends on (theme, language), loads the app, and watches it until it has rendered. The build writes it in old
// JavaScript, so that an older browser can at least show a notice.

import { showChosenTheme } from '../base/theme/theme.ts';
import { ownLanguage } from '../base/words/languages.ts';
import { isBrowserSupported, showTooOld } from './oldBrowser.ts';
import { watchStart } from './rescue.ts';

/** Milliseconds after which the app is loaded without a paint, as in a background tab. */
const patienceMs = 1000;

/**
 * Loads the app's files after the first paint (query-service `shell.ts`). Each has its own task, so that the browser
 * can react to taps in between.
 */
function loadApp(): void {
  const files = document.getElementById('app-files');
  if (!(files instanceof HTMLTemplateElement)) return;
  // Once: a link that is added twice is fetched twice.
  files.remove();
  for (const file of [...files.content.children]) setTimeout(() => document.head.append(file));
}

function start(): void {
  watchStart();
  showChosenTheme();
  document.documentElement.lang = ownLanguage();
  document.addEventListener('DOMContentLoaded', () => {
    requestAnimationFrame(() => setTimeout(loadApp));
    setTimeout(loadApp, patienceMs);
  });
}

if (isBrowserSupported()) start();
else showTooOld();
