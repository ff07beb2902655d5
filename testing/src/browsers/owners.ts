import type ts from 'typescript';

/** An interface or namespace of the language or the browser, and whether its static members are meant. */
interface Owner {
  readonly name: string;
  readonly isStatic: boolean;
}

/** Names of TypeScript's libraries that the compatibility data do not have. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['IteratorObject', 'Iterator'],
  ['AsyncIteratorObject', 'AsyncIterator'],
]);
const typedArray = /^(Big)?(Uint|Int|Float)\d+(Clamped)?Array$/;

export const pathsOfGlobal = (name: string): readonly string[] => [
  `javascript.builtins.${name}`,
  `api.${name}`,
  ...['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'].map((scope) => `api.${scope}.${name}`),
];

/** Paths of a member of a type: its own, then those of the types it extends. */
export function pathsOfMember(type: ts.Type, name: string, program: ts.Program): readonly string[] {
  return ownersOf(type, program).flatMap((owner) => {
    if (owner.name === 'globalThis') return pathsOfGlobal(name);
    const member = `api.${owner.name}.${name}`;
    return [
      ...(owner.isStatic ? [`${member}_static`] : [member, `${member}_static`]),
      `javascript.builtins.${owner.name}.${name}`,
      ...(owner.name === 'CSSStyleDeclaration' ? [`css.properties.${hyphenated(name)}`] : []),
    ];
  });
}

const hyphenated = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function isBuiltIn(symbol: ts.Symbol | undefined, program: ts.Program): boolean {
  const declarations = symbol?.declarations ?? [];
  return declarations.some((declaration) => program.isSourceFileDefaultLibrary(declaration.getSourceFile()));
}

function ownersOf(type: ts.Type, program: ts.Program): readonly Owner[] {
  const checker = program.getTypeChecker();
  const apparent = checker.getApparentType(checker.getNonNullableType(type));
  if (apparent.isUnionOrIntersection()) return apparent.types.flatMap((each) => ownersOf(each, program));
  const { symbol } = apparent;
  if (symbol === undefined) return [];
  const bases = apparent.isClassOrInterface()
    ? checker.getBaseTypes(apparent)
    : basesOfReference(apparent, checker);
  const inherited = bases.flatMap((base) => ownersOf(base, program));
  if (symbol.name === 'globalThis') return [{ name: 'globalThis', isStatic: false }];
  if (!isBuiltIn(symbol, program)) return inherited;
  const instance = apparent.getProperty('prototype');
  if (instance !== undefined) {
    const instances = ownersOf(checker.getTypeOfSymbol(instance), program);
    return instances.map(({ name }) => ({ name, isStatic: true }));
  }
  return [
    ...namesOf(checker.getFullyQualifiedName(symbol)).map((name) => ({ name, isStatic: false })),
    ...inherited,
  ];
}

/** The types that the target of a generic type extends. */
function basesOfReference(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const declared = type.symbol === undefined ? undefined : checker.getDeclaredTypeOfSymbol(type.symbol);
  return declared?.isClassOrInterface() === true ? checker.getBaseTypes(declared) : [];
}

function namesOf(qualified: string): readonly string[] {
  const name = qualified.replace(/^Readonly(Array|Set|Map)$/, '$1').replace(/Constructor$/, '');
  return [renamed.get(name) ?? name, ...(typedArray.test(name) ? ['TypedArray'] : [])];
}
