export {
  type CommandService,
  type CommandServiceOptions,
  createCommandService,
} from './commandService.ts';
