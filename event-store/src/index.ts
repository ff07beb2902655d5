export * from './errors.ts';
export * from './port.ts';
export * from './sealer.ts';
export * from './store.ts';
