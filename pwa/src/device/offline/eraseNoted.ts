import { fetchPart } from '../../base/api/build.ts';
import { onServerBack } from '../../base/api/reach.ts';
import { certainErasures } from './erasureNotes.ts';
import { rememberedUser } from './rememberedUser.ts';

/**
 * Carries out the noted erasures, except that of the signed-in member, whose database may be open (`open.ts` does it
 * before). What fails stays noted for the next start of the app.
 * @returns whether nothing is left
 */
export async function eraseNoted(): Promise<boolean> {
  const user = rememberedUser();
  const due = certainErasures().filter(
    ({ id, createdAt }) => id !== user?.id || createdAt !== user.createdAt,
  );
  if (due.length === 0) return true;
  try {
    const { erase } = await fetchPart(() => import('./erase.ts'));
    await Promise.all(due.map(erase));
    return true;
  } catch (error) {
    console.error('The data of a member who left could not be removed from this device', error);
    return false;
  }
}

/** As `eraseNoted`, again when the server is back: it may be the part of the app that is missing. */
export async function eraseNotedSoon(): Promise<void> {
  if (await eraseNoted()) return;
  const stop = onServerBack(() => {
    stop();
    void eraseNoted();
  });
}
