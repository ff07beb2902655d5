import * as v from 'valibot';
import { type FrameCommand, hasText, hasVoice, messageBodyEntries } from '../messages/commands.ts';
import { type Message, messageSchema } from '../messages/queries.ts';
import { messageIdSchema, positionSchema, userIdSchema } from './scalars.ts';
import { validationTexts } from './validationTexts.ts';

const say = validationTexts;

/** `correlationId` is shared by all events that follow. */
export interface CommandContext {
  readonly actorId: number;
  readonly correlationId: string;
}

export interface CommandOutcome {
  readonly position: string;
  readonly message: Message | null;
}

/** A call under the launcher, HTTP between processes. @throws ProblemError if the command is refused */
export type Dispatch = (command: FrameCommand, context: CommandContext) => Promise<CommandOutcome>;

/** Never forwarded by a proxy. */
export const dispatchPath = '/internal/dispatch';

/** For query services; never forwarded by a proxy. */
export const documentPath = '/internal/openapi.json';

/**
 * In all answers of dispatch. An answer without it comes from a proxy, a server that is shutting down, or another
 * program.
 */
export const dispatchMark = 'x-dispatch';

export const frameCommandSchema = v.variant('type', [
  v.pipe(
    v.object({
      type: v.literal('SendMessage'),
      id: messageIdSchema,
      receiverId: v.nullable(userIdSchema),
      ...messageBodyEntries,
    }),
    v.forward(v.partialCheck([['content'], ['messageType']], hasText, say.messageEmpty), ['content']),
    v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, say.voiceRequired), ['voiceUrl']),
  ),
  v.object({
    type: v.literal('MarkRead'),
    peerId: v.nullable(userIdSchema),
    upTo: v.nullable(positionSchema),
  }),
]);

export const dispatchBodySchema = v.object({
  command: frameCommandSchema,
  context: v.object({ actorId: userIdSchema, correlationId: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) }),
});

export const commandOutcomeSchema = v.object({
  position: positionSchema,
  message: v.nullable(messageSchema),
});
