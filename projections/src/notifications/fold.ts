import {
  type InboxNotificationEvent,
  noticeText,
  noticeTypes,
  notificationFold,
  notificationInboxFold,
} from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import {
  type NoticesTable,
  type NotificationReadersTable,
  notices,
  notificationReaders,
  type PublishedTable,
  published,
  type ReceiptsTable,
  receipts,
} from '../tables.ts';
import { type NotificationRecord, publishedAfter } from './published.ts';

export const foldedTypes = [
  'UserRegistered',
  'UserDeleted',
  ...noticeTypes,
  ...notificationFold.types,
  ...notificationInboxFold.types,
] as const;

type FoldedRecord = Extract<ProductRecord, { type: (typeof foldedTypes)[number] }>;
type InboxRecord = Extract<FoldedRecord, { type: InboxNotificationEvent['type'] }>;
type NoticeRecord = Extract<FoldedRecord, { type: (typeof noticeTypes)[number] }>;

const folded: ReadonlySet<string> = new Set(foldedTypes);

export const isFolded = (event: ProductRecord): event is FoldedRecord => folded.has(event.type);

type ReceiptKey = Pick<ReceiptsTable, 'member_id' | 'notification_id'>;

const keyOf = ({ member_id, notification_id }: ReceiptKey): string => `${member_id} ${notification_id}`;

function membersOf(event: FoldedRecord): number[] {
  if (event.type === 'UserRegistered') return [];
  if ('userId' in event.data) return [event.data.userId];
  if ('readerId' in event.data) return [event.data.readerId];
  const { actorId } = event.metadata;
  return event.type === 'NotificationPublished' && actorId !== null ? [actorId] : [];
}

export class NotificationRows {
  readonly #readers: Map<number, NotificationReadersTable>;
  readonly #published: Map<string, PublishedTable>;
  readonly #receipts: Map<string, ReceiptsTable>;
  #notices: NoticesTable[] = [];
  readonly #gone = new Set<number>();

  private constructor(
    loadedReaders: readonly NotificationReadersTable[],
    loadedPublished: readonly PublishedTable[],
    loadedReceipts: readonly ReceiptsTable[],
  ) {
    this.#readers = new Map(loadedReaders.map((row) => [row.member_id, row]));
    this.#published = new Map(loadedPublished.map((row) => [row.notification_id, row]));
    this.#receipts = new Map(loadedReceipts.map((row) => [keyOf(row), row]));
  }

  /** Three statements. */
  static async of(tx: Transaction, events: readonly FoldedRecord[]): Promise<NotificationRows> {
    const members = new Set(events.flatMap(membersOf));
    const ids = new Set<string>();
    const keys = new Map<string, ReceiptKey>();
    for (const { data } of events) {
      if (!('notificationId' in data)) continue;
      if (!('readerId' in data)) ids.add(data.notificationId);
      else {
        const key = { member_id: data.readerId, notification_id: data.notificationId };
        keys.set(keyOf(key), key);
      }
    }
    return new NotificationRows(
      await loadRows(
        tx,
        notificationReaders,
        [...members].map((member_id) => ({ member_id })),
      ),
      await loadRows(
        tx,
        published,
        [...ids].map((notification_id) => ({ notification_id })),
      ),
      await loadRows(tx, receipts, [...keys.values()]),
    );
  }

  take(event: FoldedRecord): void {
    switch (event.type) {
      case 'UserRegistered':
        this.#join(event);
        break;
      case 'UserDeleted':
        this.#forget(event.data.userId);
        break;
      case 'UserVerified':
      case 'VerificationRejected':
      case 'MemberWarned':
      case 'WarningWithdrawn':
      case 'ReportAnswered':
        this.#notice(event);
        break;
      case 'NotificationPublished':
      case 'NotificationActivated':
      case 'NotificationDeactivated':
        this.#applyPublished(event);
        break;
      case 'NotificationRead':
      case 'AllNotificationsRead':
      case 'NotificationDismissed':
        this.#applyInbox(event);
        break;
      default:
        event satisfies never;
    }
  }

  /** Four statements, and four more if members are deleted. */
  async write(tx: Transaction): Promise<void> {
    if (this.#gone.size > 0) {
      const gone = [...this.#gone];
      for (const { name } of [notificationReaders, notices, receipts]) {
        await tx.query(`delete from ${name} where member_id = any($1)`, [gone]);
      }
      await tx.query('update published set created_by = null where created_by = any($1)', [gone]);
    }
    await upsertRows(tx, notificationReaders, [...this.#readers.values()]);
    await upsertRows(tx, published, [...this.#published.values()]);
    await upsertRows(tx, notices, this.#notices);
    await upsertRows(tx, receipts, [...this.#receipts.values()]);
  }

  #join({ data, metadata, position }: Extract<FoldedRecord, { type: 'UserRegistered' }>): void {
    this.#readers.set(data.userId, {
      member_id: data.userId,
      joined_at: new Date(metadata.time),
      joined_position: String(position),
      read_up_to: '0',
    });
  }

  #notice(event: NoticeRecord): void {
    const { data, eventId, metadata, position } = event;
    if (!this.#readers.has(data.userId)) return;
    this.#notices.push({
      member_id: data.userId,
      notification_id: eventId,
      ...noticeText(event),
      created_at: new Date(metadata.time),
      position: String(position),
    });
  }

  #forget(memberId: number): void {
    this.#gone.add(memberId);
    this.#readers.delete(memberId);
    this.#notices = this.#notices.filter(({ member_id }) => member_id !== memberId);
    for (const [key, { member_id }] of this.#receipts) {
      if (member_id === memberId) this.#receipts.delete(key);
    }
    for (const [id, row] of this.#published) {
      if (row.created_by === memberId) this.#published.set(id, { ...row, created_by: null });
    }
  }

  #applyInbox({ type, data }: InboxRecord): void {
    const reader = this.#readers.get(data.readerId);
    if (reader === undefined) return;
    const { member_id } = reader;
    if (type === 'AllNotificationsRead') {
      if (BigInt(data.upTo) <= BigInt(reader.read_up_to)) return;
      this.#readers.set(member_id, { ...reader, read_up_to: data.upTo });
      return;
    }
    const key = { member_id, notification_id: data.notificationId };
    const row = this.#receipts.get(keyOf(key)) ?? { ...key, is_read: false, is_dismissed: false };
    this.#receipts.set(
      keyOf(key),
      type === 'NotificationRead' ? { ...row, is_read: true } : { ...row, is_dismissed: true },
    );
  }

  #applyPublished(event: NotificationRecord): void {
    const { notificationId } = event.data;
    const row = publishedAfter(this.#published.get(notificationId) ?? null, event);
    if (row === null) return;
    const isAuthorThere = row.created_by === null || this.#readers.has(row.created_by);
    const isNew = event.type === 'NotificationPublished';
    this.#published.set(notificationId, isNew && !isAuthorThere ? { ...row, created_by: null } : row);
  }
}
