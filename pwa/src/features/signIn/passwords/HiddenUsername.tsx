/** Names the account of the form to password managers. */
export function HiddenUsername({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
