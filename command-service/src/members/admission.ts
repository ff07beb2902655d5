import { requireSession, signedIn } from '@pmcw/http';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

/** Hooks that run before body and params are parsed. */
export interface Admission {
  readonly members: ((request: FastifyRequest) => Promise<void>)[];
  readonly administrators: ((request: FastifyRequest) => Promise<void>)[];
}

/** The hooks throw `not_signed_in`, `suspended` and `forbidden`. */
export function admission({ members }: Pick<Services, 'members'>): Admission {
  const active = async (request: FastifyRequest) =>
    void (await members.requireActive(requireSession(request).userId));
  return {
    members: [signedIn, active],
    administrators: [signedIn, (request) => members.requireAdmin(requireSession(request).userId)],
  };
}

export const admissionProblems = {
  members: ['suspended'],
  administrators: ['suspended', 'forbidden'],
} as const;

/** Other appends may come first, or the member be just deleted. */
export const commandProblems = {
  members: [...admissionProblems.members, 'conflict', 'not_found'],
  administrators: [...admissionProblems.administrators, 'conflict', 'not_found'],
} as const;
