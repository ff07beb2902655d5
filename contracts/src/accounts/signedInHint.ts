/**
 * Cookie with the session's id for the app's scripts, as in `GET /api/user/sessions`. It authorizes nothing: it only
 * saves visitors a request (docs/decisions/http-signed-in-hint.md).
 */
export const signedInHint = 'signed-in';
