/** Headers of a success of our server, which the app recognizes. */
export const ofServer = { 'x-request-id': '00000000-0000-4000-8000-000000000000' };

/** Headers of a refusal of our server. */
export const refusedByServer = { ...ofServer, 'content-type': 'application/problem+json' };
