/**
 * Resolves links with the product's scheme (`protocol_handlers` of the manifest): `web+pmcw:amara` to a profile,
 * `web+pmcw:amara/message` to the conversation.
 * @returns a path of the app; null for other links
 */
export function pathOfLink(link: string): string | null {
  const found = /^web\+pmcw:(?:\/\/)?@?([A-Za-z0-9_]{1,64})(\/message)?\/?$/i.exec(link.trim());
  const username = found?.[1];
  if (username === undefined) return null;
  return found?.[2] === undefined ? `/${username}` : `/messages?user=${username}`;
}
