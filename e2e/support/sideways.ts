import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { drawn } from './axe.ts';

const find = `(() => {
  const found = [];
  // Content far out of view keeps its layout from before the window was resized.
  const all = new CSSStyleSheet();
  all.replaceSync(${JSON.stringify(drawn)});
  document.adoptedStyleSheets.push(all);
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push('the page can be scrolled sideways');
  const nameOf = (element) =>
    element.tagName.toLowerCase() + ' "' + (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 50) + '"';
  // The other direction of vertical scrollers computes to "auto" too, so only the class shows which are meant to
  // scroll.
  const isScroller = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const isMeantTo = (element) => /(^|[ :])overflow-x-(auto|scroll)/.test(element.className);
  const rightOf = (element) => element.getBoundingClientRect().right;
  const widestIn = (element) => [...element.querySelectorAll('*')].reduce((a, b) => (rightOf(b) >= rightOf(a) ? b : a));
  const mayScroll = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      if (isScroller(at) && isMeantTo(at) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const isForScreenReaders = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      if (at.offsetWidth <= 1 || at.offsetHeight <= 1) return getComputedStyle(at).display !== 'contents';
    }
    return false;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  for (const element of document.body.querySelectorAll('*')) {
    if (isScroller(element) && !element.matches('input') && !isMeantTo(element) && element.scrollWidth > element.clientWidth)
      found.push(nameOf(element) + ' can be scrolled sideways by ' + nameOf(widestIn(element)));
    const isControl = element.matches('a, button, input, textarea, [role]');
    if (!isControl && !hasText(element)) continue;
    const { left, right } = element.getBoundingClientRect();
    if (isForScreenReaders(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if ((left < -1 || right > width + 1) && !mayScroll(element))
      found.push(nameOf(element) + ' reaches from ' + Math.round(left) + ' to ' + Math.round(right));
    const style = getComputedStyle(element);
    const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (hasText(element) && style.display !== 'inline' && !isShortened && !mayScroll(element) && element.scrollWidth > element.clientWidth + 1)
      found.push(nameOf(element) + ' needs ' + element.scrollWidth + ' pixels and has ' + element.clientWidth);
  }
  document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(all), 1);
  return found;
})()`;

/**
 * Content outside of the window or of its own box, a line each, except in `overflow-x-auto`, which may be scrolled
 * sideways.
 */
export async function sideways(page: Page): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(find));
}
