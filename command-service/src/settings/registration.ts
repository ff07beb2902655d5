import { ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Services } from '../services.ts';

/** Reads the log. @throws ProblemError `registration_closed` */
export async function requireOpenRegistration(settings: Services['settings']): Promise<void> {
  const { state } = await settings.load(streams.settings());
  if (!state.registrationOpen) {
    throw new ProblemError('registration_closed', texts.refusals.registrationClosed);
  }
}
