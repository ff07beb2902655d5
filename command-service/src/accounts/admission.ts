import { limits, ProblemError, texts } from '@pmcw/contracts';
import { requireSession, signedIn } from '@pmcw/http';
import type { Session } from '@pmcw/vault';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

/** Who a route is for, as its `onRequest` hooks: decided before body and params are looked at. */
export interface Admission {
  /** Members who are not suspended. */
  readonly members: ((request: FastifyRequest) => Promise<void>)[];
  /** The same, where they proved within the last five minutes that it is them: by signing in, or by `POST /api/user/fresh-proof`. */
  readonly proved: ((request: FastifyRequest) => Promise<void>)[];
  /** Administrators who are not suspended. */
  readonly administrators: ((request: FastifyRequest) => Promise<void>)[];
}

const freshMs = limits.freshProofMinutes * 60 * 1000;

/** @throws ProblemError `fresh_proof_required` unless it was proved in this session within the last five minutes that it is the member */
export async function requireFreshProof({ vault }: Services, { id }: Session): Promise<void> {
  if (await vault.sessions.isFresh(id, freshMs)) return;
  throw new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired);
}

/** Makes the hooks; they throw `not_signed_in`, `suspended`, `fresh_proof_required` and `forbidden`. */
export function admission(services: Services): Admission {
  const { members } = services;
  const active = async (request: FastifyRequest) =>
    void (await members.requireActive(requireSession(request).userId));
  const fresh = (request: FastifyRequest) => requireFreshProof(services, requireSession(request));
  return {
    members: [signedIn, active],
    proved: [signedIn, active, fresh],
    administrators: [signedIn, (request) => members.requireAdmin(requireSession(request).userId)],
  };
}

/** Problems that `admission` adds to those of a route, for its documentation. */
export const admissionProblems = {
  members: ['suspended'],
  proved: ['suspended', 'fresh_proof_required'],
  administrators: ['suspended', 'forbidden'],
} as const;

/** The same of routes that handle a command (`handle`): others may come first again and again, or a member be just gone. */
export const commandProblems = {
  members: [...admissionProblems.members, 'conflict', 'not_found'],
  proved: [...admissionProblems.proved, 'conflict', 'not_found'],
  administrators: [...admissionProblems.administrators, 'conflict', 'not_found'],
} as const;
