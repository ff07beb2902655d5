import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Release {
  readonly version: string;
  /** Null if the build did not know it. */
  readonly commit: string | null;
}

const manifest = new URL('../../package.json', import.meta.url);

/** Of this build. All workspaces have one version; the bundle and the images set the commit. */
export const release: Release = {
  version: z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version,
  commit: process.env.PMCW_COMMIT || null,
};
