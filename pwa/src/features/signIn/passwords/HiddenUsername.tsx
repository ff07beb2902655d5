/** Tells password managers whose password the form is about. */
export function HiddenUsername({ username }: { readonly username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
