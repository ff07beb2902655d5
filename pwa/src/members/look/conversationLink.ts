/** The address contains the username, the history state the displayed name. */
export function conversationLink(username: string, fullName: string) {
  return { to: `/messages?user=${encodeURIComponent(username)}`, state: { fullName } };
}
