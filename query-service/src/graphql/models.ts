import type { ModelName } from '@pmcw/projections/tables';
import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql/index.js';
import { rootAccess } from './access.ts';

/** Read models of each field of `Query`; a missing field keeps the service from starting. */
const rootModels: Readonly<Record<string, readonly ModelName[]>> = {
  me: ['accounts'],
  profile: ['profiles'],
  directory: ['directory'],
  settings: ['settings'],
  conversations: ['messages'],
  notifications: ['notifications'],
  unreadNotifications: ['notifications'],
  adminStats: ['moderation'],
  adminUsers: ['moderation'],
  adminUser: ['moderation'],
  verificationRequests: ['moderation'],
  history: ['audit', 'moderation'],
  historyChain: ['audit', 'moderation'],
  historyDetails: ['audit', 'moderation'],
};

/** Nested types with a statement of their own (`loadersOf`). */
const typeModels: Readonly<Record<string, readonly ModelName[]>> = {
  Profile: ['profiles'],
  Message: ['messages'],
  AdminUser: ['moderation'],
};

/** @throws Error that names a field of `Query` without read models */
export function checkModels(schema: GraphQLSchema): void {
  for (const name of Object.keys(schema.getQueryType()?.getFields() ?? {})) {
    if (!Object.hasOwn(rootModels, name)) throw new Error(`The field ${name} of Query has no read models`);
  }
}

export function modelsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
): readonly ModelName[] {
  const operations = separateOperations(document);
  const chosen = operationName === null ? Object.values(operations)[0] : operations[operationName];
  if (chosen === undefined) return [];
  const models = new Set<ModelName>();
  const types = new TypeInfo(schema);
  const Field = () => {
    const field = types.getFieldDef();
    if (field == null) return;
    const isRoot = types.getParentType() === schema.getQueryType();
    const own = isRoot ? rootModels[field.name] : typeModels[getNamedType(field.type).name];
    for (const model of own ?? []) models.add(model);
    // Administrator rights are in the accounts.
    if (isRoot && rootAccess[field.name] === 'administrators') models.add('accounts');
  };
  visit(chosen, visitWithTypeInfo(types, { Field }));
  return [...models];
}
