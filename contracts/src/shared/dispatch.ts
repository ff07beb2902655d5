import * as v from 'valibot';
import {
  type FrameCommand,
  hasText,
  hasVoice,
  messageBodyEntries,
  type SendMessage,
} from '../messages/commands.ts';
import { type Message, messageSchema } from '../messages/queries.ts';
import { limits } from './limits.ts';
import type { ProblemError } from './problem.ts';
import { problemSchema } from './problemSchema.ts';
import { messageIdSchema, positionSchema, userIdSchema } from './scalars.ts';
import { validationTexts as validation } from './validationTexts.ts';

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

export interface DispatchedMessage {
  readonly command: SendMessage;
  readonly context: CommandContext;
}

/**
 * Texts of one member for one conversation, with different ids, in order. After one that is neither stored nor refused
 * for good (`isFinalRefusal`), none is stored.
 * @returns the outcome of each, or the reason why it was refused
 * @throws ProblemError if all are refused
 */
export type DispatchMessages = (
  messages: readonly DispatchedMessage[],
) => Promise<readonly (CommandOutcome | ProblemError)[]>;

/** Never forwarded by a proxy. */
export const dispatchPath = '/internal/dispatch';

/** For query services; never forwarded by a proxy. */
export const documentPath = '/internal/openapi.json';

/**
 * In all answers of dispatch. An answer without it comes from a proxy, a server that is shutting down, or another
 * program.
 */
export const dispatchMark = 'x-dispatch';

const sendMessageSchema = v.pipe(
  v.object({
    type: v.literal('SendMessage'),
    id: messageIdSchema,
    receiverId: v.nullable(userIdSchema),
    ...messageBodyEntries,
  }),
  v.forward(v.partialCheck([['content'], ['messageType']], hasText, validation.messageEmpty), ['content']),
  v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, validation.voiceRequired), [
    'voiceUrl',
  ]),
);

export const frameCommandSchema = v.variant('type', [
  sendMessageSchema,
  v.object({
    type: v.literal('MarkRead'),
    peerId: v.nullable(userIdSchema),
    upTo: v.nullable(positionSchema),
  }),
]);

const contextSchema = v.object({
  actorId: userIdSchema,
  correlationId: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
});
function areTogether(messages: readonly DispatchedMessage[]): boolean {
  const conversations = messages.map(
    ({ command: { messageType, receiverId }, context: { actorId } }) =>
      `${messageType} from ${actorId} to ${receiverId}`,
  );
  const ids = new Set(messages.map(({ command }) => command.id));
  const [first = ''] = conversations;
  return first.startsWith('text') && new Set(conversations).size === 1 && ids.size === messages.length;
}

const oneSchema = v.object({ command: frameCommandSchema, context: contextSchema });
const severalSchema = v.object({
  messages: v.pipe(
    v.array(v.object({ command: sendMessageSchema, context: contextSchema })),
    v.minLength(1),
    v.maxLength(limits.messagesInFlight),
    v.check(
      (messages) => areTogether(messages),
      'not texts of one member for one conversation, with different ids',
    ),
  ),
});

/** Older services refuse `messages` as invalid. */
export const dispatchBodySchema = v.lazy((body) =>
  typeof body === 'object' && body !== null && 'messages' in body ? severalSchema : oneSchema,
);

export const commandOutcomeSchema = v.object({
  position: positionSchema,
  message: v.nullable(messageSchema),
});

/** Of `messages`, in the same order. */
export const dispatchResultsSchema = v.object({
  results: v.array(
    v.union([
      v.object({ outcome: commandOutcomeSchema }),
      v.object({ problem: problemSchema, retryAfter: v.optional(v.number()) }),
    ]),
  ),
});
export const dispatchAnswerSchema = v.union([commandOutcomeSchema, dispatchResultsSchema]);
export type DispatchResults = v.InferOutput<typeof dispatchResultsSchema>;
