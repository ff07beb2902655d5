/**
 * False only if the browser has no such database. Browsers that refuse to open databases may still list them: nothing
 * was stored then.
 */
export async function mayExist(name: string): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  const all = await indexedDB.databases().catch(() => null);
  return all === null || all.some((database) => database.name === name);
}
