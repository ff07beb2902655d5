export { type HttpBaseOptions, httpBase } from './base.ts';
export { jsonSchema, problemAnswers } from './openApi.ts';
export { answerPosition, minPositionOf } from './positions.ts';
export { loggable, refusalOf, sendProblem } from './problems.ts';
export { type ProofClass, proved, requireProof } from './proofs.ts';
export { type ValibotTypeProvider, withSchemas } from './schemas.ts';
export { createHttpServer, type HttpServerOptions, newSiteServer } from './server.ts';
export { clearSessionCookie, requireSession, setSessionCookie, signedIn } from './sessions.ts';
export type { Site } from './site.ts';
