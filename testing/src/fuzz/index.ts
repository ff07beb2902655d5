/** Requests that no client would make, from the OpenAPI document of a service. */
export { type FuzzedRequest, requestsFor } from './requests.ts';
export { type Operation, operationsOf } from './schemas.ts';
