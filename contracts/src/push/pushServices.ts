import { parseUrl } from '../shared/urls.ts';

/** `*.` matches one or several labels. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * Members supply endpoints, and must not make a server send requests elsewhere, least of all to its own network.
 * @param services hosts, for https on the default port; an entry with a scheme is a complete origin
 */
export function isPushEndpoint(endpoint: string, services: readonly string[] = knownPushServices): boolean {
  const url = parseUrl(endpoint);
  if (url === null) return false;
  const { protocol, hostname, port, origin, username, password } = url;
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    if (service.includes('://')) return service === origin;
    if (protocol !== 'https:' || port !== '') return false;
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
  });
}
