import * as v from 'valibot';
import { texts } from '../shared/texts.ts';

/** Body of `PATCH /api/admin/users/{id}/authorize`. */
export const authorizeBodySchema = v.object({ isAuthorized: v.boolean(texts.validation.invalidValue) });
