import { type CommandContext, ProblemError, passwordMethodId } from '@pmcw/contracts';
import { handleMember } from '../accounts/handleMember.ts';
import type { Services } from '../services.ts';

/**
 * Removes one of a member's ways to sign in: the event, by which nobody signs in by it any more, then what the vault has of it.
 * Sending the same again forgets what a crash in between left there.
 * @returns the position after the command
 * @throws ProblemError `not_found`, `last_sign_in_method`, `not_signed_in`, `suspended`
 */
export async function removeSignInMethod(
  services: Services,
  methodId: string,
  context: CommandContext,
): Promise<bigint> {
  const { vault } = services;
  const { actorId: userId } = context;
  const forget = async () => {
    if (methodId === passwordMethodId) return vault.passwords.forget(userId);
    // The id is that of one of them, which after a crash only the vault knows.
    await vault.passkeys.remove(userId, methodId);
    await vault.openidLinks.remove(userId, methodId);
  };
  try {
    const command = { type: 'RemoveSignInMethod', methodId } as const;
    const { position } = await handleMember(services, userId, command, context);
    await forget();
    return position;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') await forget();
    throw error;
  }
}
