import * as v from 'valibot';
import { agreedTermsSchema, newcomerEntries } from './commands.ts';

/** `POST /api/register/openid`. */
export const registerByOpenidBodySchema = v.object({ ...newcomerEntries, terms: agreedTermsSchema });
export type RegisterByOpenidBody = v.InferOutput<typeof registerByOpenidBodySchema>;
