import * as v from 'valibot';
import { walletAddressSchema } from './commands.ts';
import { directoryCardSchema } from './queries.ts';

/** As members see it, in any spelling and without a network. */
export const askedAddressSchema = v.object({ address: walletAddressSchema });

/** A member's listing of an address on one network. */
export const addressListingSchema = v.object({
  ...v.pick(directoryCardSchema, ['username', 'fullName', 'avatarUrl', 'isAuthorized']).entries,
  network: v.string(),
  addedAt: v.string(),
  /** Null without a proof. */
  provedAt: v.nullable(v.string()),
});
export type AddressListing = v.InferOutput<typeof addressListingSchema>;

/**
 * `GET /api/addresses/{address}/listings`: at most `limits.addressListingsMax`. Proved ones are first, by the age of
 * their proof, then the longest listed.
 */
export const addressListingsSchema = v.object({
  listings: v.array(addressListingSchema),
  hasMore: v.boolean(),
});
export type AddressListings = v.InferOutput<typeof addressListingsSchema>;
