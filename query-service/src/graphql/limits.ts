// Always `graphql/index.js`: mercurius loads that file, and a process must have one instance of graphql.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql/index.js';

export const maxDepth = 8;
/** Longer documents are not parsed. */
export const maxDocument = { characters: 10_000, tokens: 1_000 } as const;
/** 50 conversations with 50 messages each and their related objects. */
const maxCost = 10_000;
/** Each field of `Query` is a statement. */
const rootFieldCost = 500;

interface Measure {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: { readonly [name: string]: unknown };
  /** By fragment, so that each is measured once. */
  readonly measured: Map<string, number>;
}

/** Objects that a valid document may build, multiplied by the `limit`s above them. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null,
  given: { readonly [name: string]: unknown },
): number {
  const operation = getOperationAST(document, operationName);
  const root = schema.getQueryType();
  if (!operation || !root) return 0;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  // Execution refuses invalid variables.
  if (coerced === undefined) return 0;
  const definitions = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const fragments = new Map(definitions.map((each) => [each.name.value, each]));
  const measure = { schema, fragments, variables: coerced, measured: new Map<string, number>() };
  return costOfSelections(measure, operation.selectionSet, root);
}

function costOfSelections(measure: Measure, set: SelectionSetNode, parent: GraphQLObjectType): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) cost += costOfField(measure, selection, parent);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      cost += costOfSelections(measure, selection.selectionSet, parent);
    else cost += costOfFragment(measure, selection.name.value, parent);
  }
  return cost;
}

function costOfFragment(measure: Measure, name: string, parent: GraphQLObjectType): number {
  const known = measure.measured.get(name);
  if (known !== undefined) return known;
  const fragment = measure.fragments.get(name);
  const cost = fragment === undefined ? 0 : costOfSelections(measure, fragment.selectionSet, parent);
  measure.measured.set(name, cost);
  return cost;
}

function costOfField(measure: Measure, node: FieldNode, parent: GraphQLObjectType): number {
  const field = parent.getFields()[node.name.value];
  // `__typename` and introspection.
  if (field === undefined) return 0;
  const type = getNamedType(field.type);
  const own = parent === measure.schema.getQueryType() ? rootFieldCost : 0;
  if (!isObjectType(type) || node.selectionSet === undefined) return own;
  const { limit } = getArgumentValues(field, node, measure.variables);
  const times = typeof limit === 'number' ? Math.max(limit, 1) : 1;
  return own + times * (1 + costOfSelections(measure, node.selectionSet, type));
}

export function refuseCostly(...measured: Parameters<typeof costOf>): void {
  const cost = costOf(...measured);
  if (cost > maxCost) {
    throw new GraphQLError(`The query costs ${cost}, more than the ${maxCost} that a request may`);
  }
}
