/**
 * Name of the cookie that tells the app's scripts that this browser has a session, and which: its value is the session's id, as
 * in `GET /api/user/sessions`. It proves nothing and names nobody: it only spares visitors the question who is signed in
 * (docs/decisions/http-signed-in-hint.md).
 */
export const signedInHint = 'signed-in';
