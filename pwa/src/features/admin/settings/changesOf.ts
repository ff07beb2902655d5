import type { ChangeSettingsBody, Settings } from '@pmcw/contracts';

/** Returns only the changed settings, so that sending them undoes no other administrator's change. */
export function changesOf(settings: Settings, body: ChangeSettingsBody): ChangeSettingsBody {
  const before = new Map<string, unknown>(Object.entries(settings));
  return Object.fromEntries(Object.entries(body).filter(([key, value]) => before.get(key) !== value));
}
