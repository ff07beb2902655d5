/** Requests that no client would make, from the OpenAPI document of a service. */
export { hostile, inputOf } from './inputs.ts';
export { type FuzzedRequest, requestsFor } from './requests.ts';
export { allOf } from './runs.ts';
export { type JsonSchema, type Operation, operationsOf } from './schemas.ts';
