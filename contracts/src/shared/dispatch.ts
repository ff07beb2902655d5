import * as v from 'valibot';
import { type FrameCommand, hasText, hasVoice, messageBodyEntries } from '../messages/commands.ts';
import { type Message, messageSchema } from '../messages/queries.ts';
import { messageIdSchema, positionSchema, userIdSchema } from './scalars.ts';
import { validationTexts } from './validationTexts.ts';

const say = validationTexts;

/** Who sends a command, and the one id for all that follows from it. */
export interface CommandContext {
  readonly actorId: number;
  readonly correlationId: string;
}

/** What a command led to: the position of its last event, and the message where it made one. */
export interface CommandOutcome {
  readonly position: string;
  readonly message: Message | null;
}

/**
 * The one way from the gateway to the command service: a call under the launcher, HTTP between processes.
 * @throws ProblemError when the command is refused
 */
export type Dispatch = (command: FrameCommand, context: CommandContext) => Promise<CommandOutcome>;

/** Where a command service takes commands of gateways; for no one else, and never forwarded by a proxy. */
export const dispatchPath = '/internal/dispatch';

/** Where a command service tells its OpenAPI document to query services; never forwarded by a proxy either. */
export const documentPath = '/internal/openapi.json';

/**
 * Header of every answer that comes from dispatch itself, refusals included. An answer without it is somebody else's:
 * of a proxy, of a server that is shutting down, of another program at that address.
 */
export const dispatchMark = 'x-dispatch';

/** A command of a frame, as it crosses from process to process. */
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

/** Body of `POST /internal/dispatch`. */
export const dispatchBodySchema = v.object({
  command: frameCommandSchema,
  context: v.object({ actorId: userIdSchema, correlationId: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) }),
});

/** Its answer, 200; a refusal is a problem with its own status, as everywhere. */
export const commandOutcomeSchema = v.object({
  position: positionSchema,
  message: v.nullable(messageSchema),
});
