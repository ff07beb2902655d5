import type { ChangeSettingsBody, Settings } from '@pmcw/contracts';

/** What of the body differs from the settings: only that is sent, so that nobody's other change is undone. */
export function changesOf(settings: Settings, body: ChangeSettingsBody): ChangeSettingsBody {
  const before = new Map<string, unknown>(Object.entries(settings));
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => before.get(key) !== value));
}
