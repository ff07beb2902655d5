export { createGateway, type Gateway, type GatewayOptions, type PushOptions } from './gateway.ts';
export { defaultLimits, type GatewayLimits } from './limits.ts';
export type { GatewayObservation, GatewayObserver } from './observer.ts';
export { followingCheck, sessionsCheck, webPushCheck } from './readiness.ts';
export { type SocketEngine, socketEngines } from './sockets/engines/engine.ts';
export type { GatewayStats } from './stats.ts';
