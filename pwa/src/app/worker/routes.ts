/** Where requests of some paths go without the worker being started. */
interface Route {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: 'network' | { readonly cacheName: string };
}

/** The install event of browsers with the Static Routing API, which is not among their types yet. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes(routes: readonly Route[]): Promise<void>;
}

const canRoute = (event: ExtendableEvent): event is RoutingEvent => 'addRoutes' in event;

/** What is the server's own. */
const ofServer = ['/api/*', '/ws', '/media/*', '/graphql'];

/** What workbox calls the cache of what a worker of a scope keeps. */
export const cacheOf = (scope: string): string => `workbox-precache-v2-${scope}`;

/** Leads what is the server's, and files of the app, around the worker: the first to the network, the latter to its cache, or else to the network. */
export async function routeAround(event: ExtendableEvent, scope: string): Promise<void> {
  if (!canRoute(event)) return;
  const to = (pathname: string, source: Route['source']): Route => ({
    condition: { urlPattern: { pathname } },
    source,
  });
  await event.addRoutes([
    ...ofServer.map((pathname) => to(pathname, 'network')),
    to('/assets/*', { cacheName: cacheOf(scope) }),
  ]);
}
