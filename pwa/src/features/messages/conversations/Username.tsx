/** Beside a name shared with another member on the screen; the name is truncated first. */
export function Username({ username }: { readonly username: string }) {
  return <span className="max-w-3/5 shrink-0 truncate text-xs font-normal text-muted">@{username}</span>;
}
