export { createGateway, type Gateway, type GatewayOptions, type GatewayStats } from './gateway.ts';
export type { GatewayLogger, GatewayObservation, GatewayObserver } from './observer.ts';
export { defaultLimits, type GatewayLimits } from './settings.ts';
export type { ListenOptions } from './sockets/server.ts';
