import { limits } from '@pmcw/contracts';

/** Spec §9. */
export const imageKinds = {
  avatar: { field: 'avatarUrl', aspect: 1, longestSide: limits.avatarSideMax, shape: 'round' },
  background: { field: 'backgroundUrl', aspect: 3, longestSide: limits.backgroundSideMax, shape: 'rect' },
} as const;
export type ImageKind = keyof typeof imageKinds;
