import * as v from 'valibot';

/** Who can start a conversation with a member; those they wrote to always can. */
export const contactPolicies = ['everyone', 'verified', 'nobody'] as const;
export type ContactPolicy = (typeof contactPolicies)[number];

/** `PUT /api/user/contact-policy`, and its answer. */
export const contactPolicySchema = v.object({ policy: v.picklist(contactPolicies) });
