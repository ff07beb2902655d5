import * as v from 'valibot';
import { refusalsInApp } from '../shared/validationTexts.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const notificationIdSchema = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${uuid}$`), refusalsInApp.notificationNotFound),
);

const deliveryIdPattern = new RegExp(`^([1-9]\\d{0,14})-(${uuid})$`);

/** Nothing is stored for a delivery until it is read or dismissed. */
export const deliveryId = (userId: number, notificationId: string): string => `${userId}-${notificationId}`;

export function deliveryOf(id: string): { readonly userId: number; readonly notificationId: string } | null {
  const [, userId, notificationId] = deliveryIdPattern.exec(id) ?? [];
  return userId === undefined || notificationId === undefined
    ? null
    : { userId: Number(userId), notificationId };
}
