/**
 * The releases whose behaviour the server can show; they differ in subscriptions and in how they refuse positions.
 * 23.10 is what these were compared with (23.10.6); 24.10 is read from its source.
 */
export type Release = '23.10' | '24.10';

/** The version that a release calls itself. */
export const versions: Readonly<Record<Release, string>> = { '23.10': '23.10.6', '24.10': '24.10.4' };
