/** For servers; browsers don't load these. */
export * from './events/registry.ts';
export * from './events/views.ts';
export * from './states/fold.ts';
export * from './states/inbox.ts';
export * from './states/member.ts';
export * from './states/message.ts';
export * from './states/notification.ts';
export * from './states/reportCase.ts';
export * from './states/settings.ts';
export * from './states/user.ts';
