import { requireSession, signedIn } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

/** Who a route is for, as its `onRequest` hooks: decided before body and params are looked at. */
export interface Admission {
  /** Members who are not suspended. */
  readonly members: ((request: FastifyRequest) => Promise<void>)[];
  /** Administrators who are not suspended. */
  readonly administrators: ((request: FastifyRequest) => Promise<void>)[];
}

/** Makes the hooks; they throw `not_signed_in`, `suspended` and `forbidden`. */
export function admission(services: Services): Admission {
  const { members } = services;
  const active = async (request: FastifyRequest) =>
    void (await members.requireActive(requireSession(request).userId));
  return {
    members: [signedIn, active],
    administrators: [signedIn, (request) => members.requireAdmin(requireSession(request).userId)],
  };
}

/** Problems that `admission` adds to those of a route, for its documentation. */
export const admissionProblems = {
  members: ['suspended'],
  administrators: ['suspended', 'forbidden'],
} as const;

/** The same of routes that handle a command (`handle`): others may come first again and again, or a member be just gone. */
export const commandProblems = {
  members: [...admissionProblems.members, 'conflict', 'not_found'],
  administrators: [...admissionProblems.administrators, 'conflict', 'not_found'],
} as const;
