/** The username beside a name that another member on the screen has, too; the name is cut off before it. */
export function Handle({ username }: { readonly username: string }) {
  return <span className="max-w-3/5 shrink-0 truncate text-xs font-normal text-muted">@{username}</span>;
}
