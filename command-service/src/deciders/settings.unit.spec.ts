import { type ChangeSettingsBody, defaultSettings, type Settings } from '@pmcw/contracts';
import type { SettingsEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, stateAfter } from '../../test/given.ts';
import { settingsDecider } from './settings.ts';

const changed = (data: SettingsEvent['data']): SettingsEvent => ({ type: 'SettingsChanged', data });
const change = (changes: ChangeSettingsBody) => ({ type: 'ChangeSettings', changes }) as const;

describe('settings', () => {
  it('have defaults', () => {
    expect(given(settingsDecider).state).toEqual(defaultSettings);
  });

  it('change one by one or together, and events hold only what changed', () => {
    const { when } = given(settingsDecider, changed({ groupLink: 'https://t.me/other' }));
    expect(when(change({ registrationOpen: false }))).toEqual([changed({ registrationOpen: false })]);
    expect(when(change({ groupLink: 'https://t.me/other', tokenSupply: 0, registrationOpen: true }))).toEqual(
      [changed({ tokenSupply: 0 })],
    );
  });

  it('leave no event if nothing changes', () => {
    const { when } = given(settingsDecider, changed({ registrationOpen: false }));
    expect(when(change({}))).toEqual([]);
    expect(when(change({ registrationOpen: false }))).toEqual([]);
    expect(when(change({ ...defaultSettings, registrationOpen: false }))).toEqual([]);
  });

  it('can be changed back', () => {
    const { when } = given(settingsDecider, changed({ registrationOpen: false }));
    expect(when(change({ registrationOpen: true }))).toEqual([changed({ registrationOpen: true })]);
  });

  it('are always the last ones requested', () => {
    const settings = fc.record({
      tokenAddress: fc.constantFrom('a', 'b'),
      tokenSupply: fc.nat(2),
      groupLink: fc.constantFrom('x', 'y'),
      registrationOpen: fc.boolean(),
    });
    const some = fc.record(
      {
        tokenAddress: fc.constantFrom('a', 'b'),
        tokenSupply: fc.nat(2),
        groupLink: fc.constantFrom('x', 'y'),
        registrationOpen: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(settings, fc.array(some), (first, asked) => {
        const wanted: Settings = Object.assign({}, first, ...asked);
        const events = [changed(first)];
        for (const changes of asked) {
          events.push(...settingsDecider.decide(stateAfter(settingsDecider, events), change(changes)));
        }
        expect(stateAfter(settingsDecider, events)).toEqual(wanted);
      }),
    );
  });
});
