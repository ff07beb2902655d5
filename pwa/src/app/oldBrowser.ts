import { ownLanguage } from '../base/words/languages.ts';

/**
 * Whether the browser is one of those that `package.json` lists: they have both features, and all releases before lack
 * one (`testing/src/browsers/oldBrowser.unit.spec.ts`). Tailwind needs both.
 */
export const isBrowserSupported = (): boolean =>
  typeof CSS !== 'undefined' &&
  'registerProperty' in CSS &&
  CSS.supports('color', 'color-mix(in srgb, red, red)');

/** Shows the notice of `index.html` alone. The app finds no `#root` then, and does not start. */
export function showTooOld(): void {
  // Before modules run, unlike DOMContentLoaded.
  document.addEventListener('readystatechange', () => {
    const notice = document.getElementById('too-old');
    if (notice === null || !notice.hidden) return;
    notice.hidden = false;
    const own = notice.querySelector(`[lang=${ownLanguage()}]`);
    if (own !== null) notice.insertBefore(own, notice.firstChild);
    document.body.textContent = '';
    // In both themes: the page's colors may be among the styles that the browser lacks.
    document.body.style.background = notice.style.backgroundColor;
    document.body.appendChild(notice);
  });
}
