/**
 * Releases that the server can imitate; they differ in subscriptions and in how they refuse positions. 23.10 was
 * compared with a real 23.10.6; 24.10 is based on its source.
 */
export type Release = '23.10' | '24.10';

/** Version strings of releases. */
export const versions: Readonly<Record<Release, string>> = { '23.10': '23.10.6', '24.10': '24.10.4' };
