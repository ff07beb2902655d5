// The one script that the page waits for: a few hundred bytes of its own, because the policy allows none inline. It sets what the
// first paint depends on (theme, language), fetches the app after it, and looks after it until it has drawn something.

import { showChosenTheme } from '../base/theme/theme.ts';
import { ownLanguage } from '../base/words/languages.ts';
import { watchStart } from './rescue.ts';

/** Milliseconds after which the app is fetched although nothing was painted: a tab in the background paints nothing. */
const patienceMs = 1000;

/**
 * Fetches the app, where the page has it for after the first paint (query-service `shell.ts`): what is read first then comes
 * first. Each file in a turn of its own, so that the browser answers to taps in between.
 */
function fetchTheApp(): void {
  const files = document.getElementById('app-files');
  if (!(files instanceof HTMLTemplateElement)) return;
  for (const file of [...files.content.children]) setTimeout(() => document.head.append(file));
}

watchStart();
showChosenTheme();
document.documentElement.lang = ownLanguage();
document.addEventListener('DOMContentLoaded', () => {
  requestAnimationFrame(() => setTimeout(fetchTheApp));
  setTimeout(fetchTheApp, patienceMs);
});
