/** Where this page was opened, which is the first launch that it hears of. */
const openedAt = () => performance.getEntriesByType('navigation')[0]?.name;

/**
 * Leads to where the app was opened again from outside (`launch_handler` of the manifest): a shortcut or link that finds
 * the app open brings its window to the front and nothing is reloaded.
 * @param lead goes to a path of the app
 */
export function followLaunches(lead: (path: string) => void): void {
  let isFirst = true;
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const isOwn = isFirst && targetURL === openedAt();
    isFirst = false;
    if (targetURL === undefined || isOwn) return;
    const { origin, pathname, search, hash } = new URL(targetURL);
    if (origin === window.location.origin) lead(`${pathname}${search}${hash}`);
  });
}
