import { readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const folder = path.join(root, 'pwa', 'src');

/** Options of the app, but with every built-in that TypeScript knows, whatever the app itself declares. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.webworker.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['source'],
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['vite/client'],
  typeRoots: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Paths below `pwa/src`, without specs. */
function filesOfApp(suffix: RegExp): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => suffix.test(file) && !/\.(spec|forSpecs)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

export const stylesOfApp = (): readonly string[] => filesOfApp(/\.css$/);

/** The app's sources, and those of other workspaces that they import. */
export const programOfApp = (): ts.Program =>
  ts.createProgram(filesOfApp(/\.tsx?$/), options, ts.createCompilerHost(options, true));

/** A program of one file with the given content. */
export function programWith(file: string, content: string): ts.Program {
  const host = ts.createCompilerHost(options);
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.ESNext, true);
  const { getSourceFile, fileExists, readFile } = host;
  return ts.createProgram([file], options, {
    ...host,
    getSourceFile: (name, ...rest) => (name === file ? source : getSourceFile(name, ...rest)),
    fileExists: (name) => name === file || fileExists(name),
    readFile: (name) => (name === file ? content : readFile(name)),
  });
}

/** Without libraries. */
export const sourcesOf = (program: ts.Program): readonly ts.SourceFile[] =>
  program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !/\/node_modules\//.test(file.fileName));

/** Relative to the repository. */
export const shown = (file: string): string => path.relative(root, file);
