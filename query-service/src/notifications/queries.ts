import { type DeliveriesQuery, type Delivery, deliveryId, type Notification } from '@pmcw/contracts';
import { type RawBuilder, sql } from 'kysely';
import { cutPage } from '../paging/cutPage.ts';
import type { PageRequest } from '../paging/pageRequest.ts';
import type { ReadModels } from '../storage/database.ts';

export interface NotificationsPage {
  readonly notifications: Notification[];
  readonly next: string | null;
}

/** Newest first, including hidden ones. */
export async function findNotifications(
  db: ReadModels,
  { before, limit }: PageRequest,
): Promise<NotificationsPage> {
  let page = db
    .selectFrom('notifications.published')
    .select(['notification_id as id', 'title', 'message', 'is_active as isActive'])
    .select(['created_at as createdAt', 'created_by as createdBy', 'position'])
    .orderBy('position', 'desc')
    // One more shows whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where('position', '<', before);
  const rows = await page.execute();
  const { shown, last } = cutPage(rows, limit);
  return {
    notifications: shown.map(({ position: _, createdAt, ...notification }) => ({
      ...notification,
      isGlobal: true,
      createdAt: createdAt.toISOString(),
    })),
    next: last?.position ?? null,
  };
}

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

/** The reader's position is a subquery, so that an index scan can start there. */
function source(memberId: number, table: 'published' | 'notices', position: RawBuilder<unknown>) {
  const [from, own] =
    table === 'published'
      ? [sql`notifications.published n`, sql`n.is_active`]
      : [sql`notifications.notices n`, sql`n.member_id = ${memberId}`];
  return {
    from: sql`${from} left join notifications.receipts r
      on r.member_id = ${memberId} and r.notification_id = n.notification_id`,
    isListed: sql`${own} and r.is_dismissed is not true`,
    isUnread: sql`${position} > (select read_up_to from reader) and r.is_read is not true`,
  };
}

const publishedPosition = sql`n.first_position`;
const noticePosition = sql`n.position`;

const readerOf = (memberId: number) => sql`
  select joined_at, joined_position, read_up_to from notifications.readers where member_id = ${memberId}`;

export function deliveriesStatement(
  memberId: number,
  { includeRead, before, limit }: DeliveriesQuery,
): RawBuilder<DeliveryRow> {
  const most = limit + 1;
  const pageOf = (table: 'published' | 'notices', position: RawBuilder<unknown>, at: RawBuilder<unknown>) => {
    const { from, isListed, isUnread } = source(memberId, table, position);
    return sql`(
      select n.notification_id as id, n.title, n.message, n.created_at, ${at} as delivered_at,
        ${position} as position, coalesce(r.is_read, false) as is_read
      from ${from}
      where ${isListed} ${includeRead ? sql`` : sql`and ${isUnread}`}
        ${before === undefined ? sql`` : sql`and ${position} < ${before}`}
      order by ${position} desc limit ${most})`;
  };
  return sql<DeliveryRow>`
    with reader as (${readerOf(memberId)}),
    listed as (
      ${pageOf('published', publishedPosition, sql`n.first_at`)}
      union all
      ${pageOf('notices', noticePosition, sql`n.created_at`)}
    )
    select id, title, message, listed.position, created_at as "createdAt",
      case when listed.position > reader.joined_position then delivered_at else reader.joined_at end as "deliveredAt",
      is_read or listed.position <= reader.read_up_to as "isRead"
    from listed, reader
    order by listed.position desc limit ${most}`;
}

/**
 * Without dismissed ones. Ordered by first activation, which is the order of delivery also for members who joined
 * later.
 */
export async function findDeliveries(
  db: ReadModels,
  memberId: number,
  query: DeliveriesQuery,
): Promise<DeliveriesPage> {
  const { rows } = await deliveriesStatement(memberId, query).execute(db);
  const { shown, last } = cutPage(rows, query.limit);
  return {
    deliveries: shown.map((row) => toDelivery(memberId, row)),
    next: last?.position ?? null,
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

export function unreadStatement(memberId: number): RawBuilder<{ readonly count: number }> {
  const countOf = (table: 'published' | 'notices', position: RawBuilder<unknown>) => {
    const { from, isListed, isUnread } = source(memberId, table, position);
    return sql`(select count(*) from ${from} where ${isListed} and ${isUnread})`;
  };
  return sql`
    with reader as (${readerOf(memberId)})
    select (${countOf('published', publishedPosition)} + ${countOf('notices', noticePosition)})::integer as count`;
}

export async function countUnreadDeliveries(db: ReadModels, memberId: number): Promise<number> {
  const { rows } = await unreadStatement(memberId).execute(db);
  return rows[0]?.count ?? 0;
}
