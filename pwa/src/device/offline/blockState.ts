import type { Contact } from '@pmcw/contracts';
import { orderOf } from './keys.ts';

/** Whether the owner blocks a member: the server's last report, and the owner's choice that the server lacks. */
export interface StoredBlock {
  readonly memberId: number;
  readonly isBlocked: boolean;
  /** Of the reported event; "0" before any. */
  readonly position: string;
  /** ISO 8601; by the device's clock until the server lists it. */
  readonly since: string;
  /** Null if there is none. */
  readonly wanted: boolean | null;
  /** A block was sent without an answer, so that an unblock must learn its position first. */
  readonly isUnclear?: true;
  /** Indexed: present while the member is shown as blocked. */
  readonly shown?: 1;
  /** Indexed: present while the server lacks the owner's choice. */
  readonly untold?: 1;
}

export const neverBlocked = (memberId: number): StoredBlock => ({
  memberId,
  isBlocked: false,
  position: '0',
  since: new Date(0).toISOString(),
  wanted: null,
});

export const isShownBlocked = ({ wanted, isBlocked }: Pick<StoredBlock, 'wanted' | 'isBlocked'>): boolean =>
  wanted ?? isBlocked;

/** Older reports change nothing. A newer block, by another device, ends an unblock that was not sent yet. */
export function afterReport(block: StoredBlock, { isBlocked, position }: Contact): StoredBlock {
  if (orderOf(position) <= orderOf(block.position)) return block;
  const isSettled = block.wanted === isBlocked || (block.wanted === false && !block.isUnclear);
  return { ...block, isBlocked, position, wanted: isSettled ? null : block.wanted };
}

export function afterChoice(block: StoredBlock, wanted: boolean, now: string): StoredBlock {
  const isKnown = block.wanted === null && block.isBlocked === wanted;
  return isKnown ? block : { ...block, wanted, since: wanted ? now : block.since };
}

/** The server answered to a choice, which may have changed since. */
export function afterAnswer(block: StoredBlock, told: boolean, answer: Contact | null): StoredBlock {
  const { isUnclear: _, ...clear } = block;
  const settled = clear.wanted === told ? { ...clear, wanted: null } : clear;
  if (answer === null || orderOf(answer.position) <= orderOf(settled.position)) return settled;
  return { ...settled, isBlocked: answer.isBlocked, position: answer.position };
}

export function withMarks({ shown: _shown, untold: _untold, ...block }: StoredBlock): StoredBlock {
  return {
    ...block,
    ...(isShownBlocked(block) ? { shown: 1 as const } : {}),
    ...(block.wanted === null ? {} : { untold: 1 as const }),
  };
}
