import * as v from 'valibot';

/** Network whose addresses can have names. */
export const ensNetwork = 'ETH';

/** `seenAt`: when the server last saw that the name belongs to the address, and the address to the name. */
export const ensNameSchema = v.object({ name: v.string(), seenAt: v.string() });
export type EnsName = v.InferOutput<typeof ensNameSchema>;
