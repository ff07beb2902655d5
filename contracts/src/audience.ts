/** For servers, in a module of its own so that `.dependency-cruiser.cjs` can require it where changes are delivered. */
export * from './states/audience.ts';
