/** Routes requests without starting the worker. */
interface Route {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: 'network' | { readonly cacheName: string };
}

/** An install event with the Static Routing API, which TypeScript's types lack. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes(routes: readonly Route[]): Promise<void>;
}

const canRoute = (event: ExtendableEvent): event is RoutingEvent => 'addRoutes' in event;

const ofServer = ['/api/*', '/ws', '/media/*', '/graphql'];

/** Workbox's name for a worker's precache. */
export const cacheOf = (scope: string): string => `workbox-precache-v2-${scope}`;

/** Routes around the worker: server paths to the network, app files to the cache or else the network. */
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
