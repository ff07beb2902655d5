export {
  type CommandService,
  type CommandServiceOptions,
  createCommandService,
} from './commandService.ts';
export { followerChecks } from './handling/followerChecks.ts';
export type { MailOptions } from './mail/mailing.ts';
export type { OpenidOptions } from './openid/provider.ts';
