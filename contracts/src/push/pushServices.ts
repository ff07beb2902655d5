/** The push services of browsers, by the hosts of their addresses; `*.` stands for one name or several. */
export const knownPushServices: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * Whether an address is one of these push services, and so may be sent to: a member names it, and must not make a server ask
 * other addresses, its own network's least of all.
 * @param services hosts, for https on its usual port; an entry with a scheme is an origin as it stands
 */
export function isPushEndpoint(endpoint: string, services: readonly string[] = knownPushServices): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  return services.some((service) => {
    if (service.includes('://')) return service === origin;
    if (protocol !== 'https:' || port !== '') return false;
    return service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service;
  });
}
