import * as v from 'valibot';

/** Members who can start a conversation with a member, besides those the member has written to. */
export const contactPolicies = ['everyone', 'verified', 'nobody'] as const;
export type ContactPolicy = (typeof contactPolicies)[number];

/** `PUT /api/user/contact-policy`, and its answer. */
export const contactPolicySchema = v.object({ policy: v.picklist(contactPolicies) });
