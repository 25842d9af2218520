// Asks TypeScript's checker which values are assignable to a type.
import ts from 'typescript';
import { createGenerator, type GeneratedCheck } from './generator.fixture.js';
import { typeTextOf } from './random-values.fixture.js';
import type { TypeCase } from './split-modules.fixture.js';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  noLibCheck: true,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
};

const ROOT = '/cases';
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A case with the values to check. */
export type Question = { readonly files: TypeCase; readonly values: readonly unknown[] };

export type Verdict = {
  /** The first error in the source of the case; if there is one, the other results are meaningless. */
  readonly error: string | undefined;
  /** For each value, whether it is assignable. */
  readonly isAssignable: readonly boolean[];
  /** The type as printed by the checker. */
  readonly text: string;
  /** Returns the schema generator's result for the type, from the same program. */
  readonly generated: () => GeneratedCheck;
};

export function askChecker(questions: readonly Question[]): readonly Verdict[] {
  const texts = new Map<string, string>();
  const mains = questions.map(({ files, values }, index) => {
    for (const [name, text] of Object.entries(files)) texts.set(`${ROOT}/${name}`, text);
    const declared = values.map(
      (value, at) => `export declare const v${String(at)}: ${typeTextOf(value)};`,
    );
    const valuesPath = `${ROOT}/values${String(index)}.ts`;
    texts.set(valuesPath, `${declared.join('\n')}\nexport {};\n`);
    return { main: `${ROOT}/${Object.keys(files)[0] ?? ''}`, valuesPath };
  });
  const program = ts.createProgram([...texts.keys()], OPTIONS, hostOf(texts));
  const checker = program.getTypeChecker();
  const generate = createGenerator(program);
  return questions.map(({ files, values }, index): Verdict => {
    const place = mains[index];
    const error = Object.keys(files)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => errorsOf(program, `${ROOT}/${name}`))[0];
    if (error !== undefined || !place)
      return { error: error ?? 'no case', isAssignable: [], text: '', generated: () => undefined };
    const alias = aliasIn(program.getSourceFile(place.main));
    const type = checker.getTypeFromTypeNode(alias.type);
    const given = constantsOf(checker, program.getSourceFile(place.valuesPath));
    if (given.length !== values.length) throw new Error('a value is lost');
    return {
      error: undefined,
      isAssignable: given.map((one) => checker.isTypeAssignableTo(one, type)),
      text: checker.typeToString(type),
      generated: () => generate(alias),
    };
  });
}

function hostOf(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  return {
    ...host,
    getCurrentDirectory: () => ROOT,
    fileExists: (path) => texts.has(path) || (!path.startsWith(ROOT) && host.fileExists(path)),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    directoryExists: () => true,
    realpath: (path) => path,
    getSourceFile: (path, version) => {
      const text = texts.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version, true);
      if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, version));
      return libraries.get(path);
    },
  };
}

function errorsOf(program: ts.Program, path: string): readonly string[] {
  const file = program.getSourceFile(path);
  if (!file) return [`${path} is lost`];
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
  );
}

function aliasIn(file: ts.SourceFile | undefined): ts.TypeAliasDeclaration {
  const alias = file?.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === 'T');
  if (!alias) throw new Error('no T');
  return alias;
}

function constantsOf(checker: ts.TypeChecker, file: ts.SourceFile | undefined): readonly ts.Type[] {
  return (file?.statements ?? []).flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => checker.getTypeAtLocation(name))
      : [],
  );
}
