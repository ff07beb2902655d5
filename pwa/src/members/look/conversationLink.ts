/** Where a conversation is asked for: the address names the member, the history's entry says how they are called. */
export function conversationLink(username: string, fullName: string) {
  return { to: `/messages?user=${encodeURIComponent(username)}`, state: { fullName } };
}
