import {
  foldCase,
  type PictureOptions,
  ProblemError,
  type Profile,
  shareCardParts,
  siteCardParts,
  texts,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import type { KeptMedia } from '../media/routes.ts';
import { findProfile } from '../profiles/queries.ts';
import { type CardFonts, loadFonts } from './fonts.ts';
import { legible } from './legible.ts';
import type { Painting } from './paint.ts';
import { Painter } from './painter.ts';
import { Pictures, pictureKey } from './pictures.ts';

/** A reserved name for the site's own picture. */
const siteName = 'pmcw';

/** Raise it when the drawing changes, to invalidate cached pictures. */
const drawing = 1;

/** Changes and suspensions reach every cache within two minutes; revalidation has no body. */
const caching = 'public, max-age=120, must-revalidate';

const { site, promise, earnt } = texts.preview;

interface Sketch {
  readonly key: string;
  painting(): Promise<Painting>;
}

const siteSketch = ({ measure }: CardFonts): Sketch => ({
  key: pictureKey([drawing, site, promise]),
  painting: async () => ({
    parts: siteCardParts(site, promise, measure),
    images: { face: null, background: null },
  }),
});

function profileSketch(found: Profile, publicUrl: string, fonts: CardFonts, media: KeptMedia): Sketch {
  const { username, fullName, bio, isAuthorized, pmcwTokens, userType, avatarUrl, backgroundUrl, socials } =
    legible(found, fonts);
  const wallets = found.wallets.map(({ network }) => ({ network }));
  const profile = { username, fullName, bio, isAuthorized, pmcwTokens, socials, wallets };
  const options: Omit<PictureOptions, 'hasFace' | 'hasBackground'> = {
    link: new URL(`/${username}`, publicUrl).href.replace(/^https?:\/\//, ''),
    words: { accountType: userType, earnt: earnt(pmcwTokens) },
    // The viewer of a preview has the link already.
    qr: null,
  };
  return {
    key: pictureKey([drawing, profile, options, avatarUrl, backgroundUrl]),
    async painting() {
      const [face, background] = await Promise.all([
        imageBytes(media, avatarUrl),
        imageBytes(media, backgroundUrl),
      ]);
      const has = { hasFace: face !== null, hasBackground: background !== null };
      return {
        parts: shareCardParts(profile, { ...options, ...has }, fonts.measure),
        images: { face, background },
      };
    },
  };
}

async function imageBytes(media: KeptMedia, url: string | null): Promise<Buffer | null> {
  const hash = url?.replace('/media/', '');
  const found = hash === undefined ? null : await media.describe(hash);
  if (hash === undefined || found === null || !found.mediaType.startsWith('image/')) return null;
  return media.read(hash, 0, found.size);
}

/** For link previews. */
export async function addPictureRoutes(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  media: KeptMedia,
): Promise<void> {
  const fonts = await loadFonts();
  const pictures = new Pictures();
  const painter = new Painter();
  app.addHook('onClose', async () => {
    painter.close();
    pictures.clear();
  });
  const paint = async (sketch: Sketch) => painter.paint(await sketch.painting());

  withSchemas(app).get(
    '/og/:username.png',
    {
      config: { session: false },
      preHandler: upToDate('profiles'),
      schema: {
        tags: ['profiles'],
        summary: 'The picture of a profile for link previews, 1200 by 630 pixels; the site’s own for `pmcw`',
        params: v.object({ username: v.string() }),
        described: {
          200: { description: 'The picture', types: ['image/png'] },
          304: { description: 'Not modified' },
        },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { username } = request.params;
      void reply.header('cache-control', 'no-store');
      if (foldCase(username) === siteName) return answer(request, reply, pictures, siteSketch(fonts), paint);
      const profile = await findProfile(db, username, null);
      if (profile === null) throw new ProblemError('not_found', texts.refusals.profileNotFound);
      const sketch = profileSketch(profile, app.site.publicUrl, fonts, media);
      return answer(request, reply, pictures, sketch, paint);
    },
  );
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  pictures: Pictures,
  sketch: Sketch,
  paint: (sketch: Sketch) => Promise<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${sketch.key}"`;
  const tags = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  const isKnown = tags.includes(etag) || tags.includes('*');
  const png = isKnown ? null : await pictures.get(sketch.key, () => paint(sketch));
  void reply.headers({
    etag,
    'cache-control': caching,
    // Other sites may show it.
    'cross-origin-resource-policy': 'cross-origin',
  });
  return png === null ? reply.code(304).send() : reply.type('image/png').send(png);
}
