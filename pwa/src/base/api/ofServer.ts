/**
 * Whether an answer is our server's own. Others come from a proxy or a Wi-Fi login page and decide nothing, whatever
 * their status. Successes of our servers have a request id; refusals, also of the proxy that we ship, are problem
 * documents.
 */
export function isOfServer({ ok, headers }: Pick<Response, 'ok' | 'headers'>): boolean {
  const type = headers.get('content-type') ?? '';
  if (ok) return headers.has('x-request-id') && !type.startsWith('text/html');
  // Answers to `HEAD` may lack the type.
  return headers.has('x-problem') || type.startsWith('application/problem+json');
}
