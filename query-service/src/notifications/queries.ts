import { type DeliveriesQuery, type Delivery, deliveryId, type Notification } from '@pmcw/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';

/** Which page: what stands before a position (from the newest on when undefined), so many at most. */
export interface PageOf {
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A page of what administrators published and the `before` of the next one, null at the end. */
export interface NotificationsPage {
  readonly notifications: Notification[];
  readonly next: string | null;
}

/** What administrators published, newest first, the hidden as well. */
export async function findNotifications(
  db: ReadModels,
  { before, limit }: PageOf,
): Promise<NotificationsPage> {
  let page = db
    .selectFrom('notifications.published')
    .select(['notification_id as id', 'title', 'message', 'is_active as isActive'])
    .select(['created_at as createdAt', 'created_by as createdBy', 'position'])
    .orderBy('position', 'desc')
    // One more than asked for tells whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where('position', '<', before);
  const rows = await page.execute();
  const shown = rows.slice(0, limit);
  return {
    notifications: shown.map(({ position: _, createdAt, ...notification }) => ({
      ...notification,
      isGlobal: true,
      createdAt: createdAt.toISOString(),
    })),
    next: rows.length > limit ? (shown.at(-1)?.position ?? null) : null,
  };
}

/** A page of a member's deliveries and the `before` of the next one, null at the end. */
export interface DeliveriesPage {
  readonly deliveries: Delivery[];
  readonly next: string | null;
}

interface DeliveryRow {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly createdAt: Date;
  readonly deliveredAt: Date;
  readonly isRead: boolean;
  readonly position: string;
}

/**
 * What there is for a member, `told` to all and their own `notices`: what both have in common, with the member's
 * receipt of each. Positions are compared with the reader's by a subquery, for an index to begin at it.
 */
function source(memberId: number, table: 'told' | 'notices', position: RawBuilder<unknown>) {
  const [from, own] =
    table === 'told'
      ? [sql`notifications.published n`, sql`n.is_active`]
      : [sql`notifications.notices n`, sql`n.member_id = ${memberId}`];
  return {
    from: sql`${from} left join notifications.receipts r
      on r.member_id = ${memberId} and r.notification_id = n.notification_id`,
    isListed: sql`${own} and r.is_dismissed is not true`,
    isUnread: sql`${position} > (select read_up_to from reader) and r.is_read is not true`,
  };
}

const toldAt = sql`n.first_position`;
const noticedAt = sql`n.position`;

const readerOf = (memberId: number) => sql`
  select joined_at, joined_position, read_up_to from notifications.readers where member_id = ${memberId}`;

/** The statement of `findDeliveries`: the listed rows and one more, which tells whether others follow. */
export function deliveriesStatement(
  memberId: number,
  { includeRead, before, limit }: DeliveriesQuery,
): RawBuilder<DeliveryRow> {
  const most = limit + 1;
  const pageOf = (table: 'told' | 'notices', position: RawBuilder<unknown>, at: RawBuilder<unknown>) => {
    const { from, isListed, isUnread } = source(memberId, table, position);
    return sql`(
      select n.notification_id as id, n.title, n.message, n.created_at, ${at} as told_at,
        ${position} as position, coalesce(r.is_read, false) as is_read
      from ${from}
      where ${isListed} ${includeRead ? sql`` : sql`and ${isUnread}`}
        ${before === undefined ? sql`` : sql`and ${position} < ${before}`}
      order by ${position} desc limit ${most})`;
  };
  return sql<DeliveryRow>`
    with reader as (${readerOf(memberId)}),
    listed as (
      ${pageOf('told', toldAt, sql`n.first_at`)}
      union all
      ${pageOf('notices', noticedAt, sql`n.created_at`)}
    )
    select id, title, message, listed.position, created_at as "createdAt",
      case when listed.position > reader.joined_position then told_at else reader.joined_at end as "deliveredAt",
      is_read or listed.position <= reader.read_up_to as "isRead"
    from listed, reader
    order by listed.position desc limit ${most}`;
}

/**
 * A page of what a member has: all that is published and active, and their own notices, without what they removed.
 * Order and `before` go by first activation, which for those who joined later is the order of their deliveries too.
 */
export async function findDeliveries(
  db: ReadModels,
  memberId: number,
  query: DeliveriesQuery,
): Promise<DeliveriesPage> {
  const { rows } = await deliveriesStatement(memberId, query).execute(db);
  const shown = rows.slice(0, query.limit);
  return {
    deliveries: shown.map((row) => toDelivery(memberId, row)),
    next: rows.length > query.limit ? (shown.at(-1)?.position ?? null) : null,
  };
}

function toDelivery(userId: number, row: DeliveryRow): Delivery {
  const { id: notificationId, title, message, createdAt, deliveredAt, isRead: read } = row;
  return {
    id: deliveryId(userId, notificationId),
    userId,
    notificationId,
    read,
    createdAt: deliveredAt.toISOString(),
    notification: { title, message, createdAt: createdAt.toISOString() },
  };
}

/** The statement of `countUnreadDeliveries`. */
export function unreadStatement(memberId: number): RawBuilder<{ readonly count: number }> {
  const countOf = (table: 'told' | 'notices', position: RawBuilder<unknown>) => {
    const { from, isListed, isUnread } = source(memberId, table, position);
    return sql`(select count(*) from ${from} where ${isListed} and ${isUnread})`;
  };
  return sql`
    with reader as (${readerOf(memberId)})
    select (${countOf('told', toldAt)} + ${countOf('notices', noticedAt)})::integer as count`;
}

/** How many of a member's deliveries are unread. */
export async function countUnreadDeliveries(db: ReadModels, memberId: number): Promise<number> {
  const { rows } = await unreadStatement(memberId).execute(db);
  return rows[0]?.count ?? 0;
}
