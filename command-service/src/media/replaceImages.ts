import { type ChangeImagesBody, limits } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import type { MediaBytes, MediaChange } from '@pmcw/vault';
import { requireMember } from '../deciders/userState.ts';
import type { Handling } from '../handling/handle.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import type { Images } from './images.ts';
import type { ImagePlace } from './places.ts';

/** Null for none. */
type Wanted = Map<ImagePlace, MediaBytes | null>;

const fields = [
  { field: 'avatarUrl', place: 'avatar', side: limits.avatarSideMax },
  { field: 'backgroundUrl', place: 'background', side: limits.backgroundSideMax },
] as const;

async function wantedImages(images: Images, body: ChangeImagesBody, memberId: number): Promise<Wanted> {
  const wanted: Wanted = new Map();
  for (const { field, place, side } of fields) {
    const url = body[field];
    if (url === undefined) continue;
    wanted.set(place, url === null ? null : await images.keep(url, side, field, memberId));
  }
  return wanted;
}

/** Spec §2 "Dashboard". @throws ProblemError as `Images.keep` and `handleMember` */
export async function replaceImages(
  services: Handling & Pick<Services, 'images' | 'members' | 'places'>,
  body: ChangeImagesBody,
  context: GivenContext,
): Promise<{ readonly member: Member; readonly position: bigint }> {
  const { actorId } = context;
  const wanted = await wantedImages(services.images, body, actorId);
  const changes: MediaChange[] = [];
  const hashes = new Map<ImagePlace, string | null>();
  const { state, position } = await services.places.settling(
    () => changes,
    async () => {
      for (const [place, image] of wanted) {
        const change = await services.places.begin(actorId, place, image);
        changes.push(change);
        hashes.set(place, change.hash);
      }
      const command = {
        type: 'ChangeImages',
        avatarHash: hashes.get('avatar'),
        backgroundHash: hashes.get('background'),
      } as const;
      return handleMember(services, actorId, command, context);
    },
  );
  return { member: requireMember(state), position };
}
