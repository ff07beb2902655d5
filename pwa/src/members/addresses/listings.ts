import { type AddressListing, addressListingsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';

/** Never stored: the address that a person asks about is private. */
export const listingsQuery = (address: string) =>
  queryOptions({
    queryKey: ['/api/addresses', address],
    queryFn: ({ signal }) =>
      fetchJson(`/api/addresses/${encodeURIComponent(address)}/listings`, addressListingsSchema, { signal }),
    gcTime: 0,
  });

export interface ListingMember
  extends Pick<AddressListing, 'username' | 'fullName' | 'avatarUrl' | 'isAuthorized'> {
  readonly listings: readonly AddressListing[];
}

/** A member may list one address on several networks. In the order of their first listing. */
export function membersOf(listings: readonly AddressListing[]): ListingMember[] {
  const members = new Map<string, ListingMember>();
  for (const listing of listings) {
    const earlier = members.get(listing.username)?.listings ?? [];
    members.set(listing.username, { ...listing, listings: [...earlier, listing] });
  }
  return [...members.values()];
}

export const areOnlyOf = (listings: readonly AddressListing[], username: string | undefined): boolean =>
  listings.length > 0 && listings.every((listing) => listing.username === username);
