/** Headers of a success of our server; the app recognizes it by them. */
export const ofServer = { 'x-request-id': '00000000-0000-4000-8000-000000000000' };

/** Headers of a refusal of our server. */
export const refusedByServer = { ...ofServer, 'content-type': 'application/problem+json' };
