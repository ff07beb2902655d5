/** The page's own address, reported as the first launch. */
const openedAt = () => performance.getEntriesByType('navigation')[0]?.name;

/**
 * Follows launches from outside while the app is open (`launch_handler` of the manifest), which focus its window
 * without a reload.
 * @param open navigates to a path of the app
 */
export function followLaunches(open: (path: string) => void): void {
  let isFirst = true;
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const isOwn = isFirst && targetURL === openedAt();
    isFirst = false;
    if (targetURL === undefined || isOwn) return;
    const { origin, pathname, search, hash } = new URL(targetURL);
    if (origin === window.location.origin) open(`${pathname}${search}${hash}`);
  });
}
