// Imports schemas that validate inputs. The source often uses a schema only in types, and TypeScript removes an import that no
// code uses. Therefore the bound code gets its own imports, as `import * as`, which works in every module format.
import type ts from 'typescript';
import type { ViewInput, BoundInputs } from '../../compiler/declarations/declared-type.js';
import type { BoundEvents } from '../../compiler/declarations/kind.js';
import type { ViewBinding } from '../../compiler/facts/bind-declarations.js';
import type { TypeScript } from './app-place.js';

export type SchemaImports = {
  /** Returns the binding with the names from its own imports instead of those in the source. */
  readonly rename: (binding: ViewBinding) => ViewBinding;
  /** Returns the file with these imports added, each after the source's import of the same module. */
  readonly addTo: (file: ts.SourceFile) => ts.SourceFile;
};

export function createSchemaImports(
  ts: TypeScript,
  factory: ts.NodeFactory,
  file: ts.SourceFile,
): SchemaImports {
  const names = new Map<ts.ImportDeclaration, string>();
  const renameSchema = (expression: string): string => {
    const [root = '', ...rest] = expression.split('.');
    for (const statement of file.statements) {
      const member = ts.isImportDeclaration(statement)
        ? importedName(ts, statement, root)
        : undefined;
      if (member === undefined || !ts.isImportDeclaration(statement)) continue;
      const name = names.get(statement) ?? `$$schemas${String(names.size)}`;
      names.set(statement, name);
      return [name, ...member, ...rest].join('.');
    }
    return expression;
  };
  return {
    rename: (binding) => renameIn(binding, renameSchema),
    addTo: (bound) => {
      if (names.size === 0) return bound;
      const statements = bound.statements.flatMap((statement) => {
        const name = ts.isImportDeclaration(statement) ? names.get(statement) : undefined;
        if (name === undefined || !ts.isImportDeclaration(statement)) return [statement];
        const { moduleSpecifier, attributes } = statement;
        const everything = factory.createNamespaceImport(factory.createIdentifier(name));
        const clause = factory.createImportClause(undefined, undefined, everything);
        return [
          statement,
          factory.createImportDeclaration(undefined, clause, moduleSpecifier, attributes),
        ];
      });
      return factory.updateSourceFile(bound, statements);
    },
  };
}

/**
 * Returns the path from a module's namespace to the import `local`: `['default']`, or the exported name; undefined if the
 * import does not declare it.
 */
function importedName(
  ts: TypeScript,
  { importClause }: ts.ImportDeclaration,
  local: string,
): readonly string[] | undefined {
  if (importClause?.name?.text === local) return ['default'];
  const { namedBindings } = importClause ?? {};
  if (!namedBindings) return undefined;
  if (ts.isNamespaceImport(namedBindings))
    return namedBindings.name.text === local ? [] : undefined;
  const found = namedBindings.elements.find(({ name, isTypeOnly }) => {
    return name.text === local && !isTypeOnly;
  });
  return found && [(found.propertyName ?? found.name).text];
}

type Rename = (expression: string) => string;

function renameIn(binding: ViewBinding, rename: Rename): ViewBinding {
  if (binding.form === 'call') {
    const { row } = binding;
    if ('source' in row)
      return { ...binding, row: { ...row, source: renameSource(row.source, rename) } };
    if (!('inputs' in row)) return binding;
    return { ...binding, row: { ...row, inputs: renameInputs(row.inputs, rename) } };
  }
  const { sources } = binding;
  const inputs = [...(binding.inputs ?? [])].map(
    ([view, bound]) => [view, renameInputs(bound, rename)] as const,
  );
  return {
    ...binding,
    ...(sources && { sources: sources.map((source) => renameSource(source, rename)) }),
    ...(binding.inputs && { inputs: new Map(inputs) }),
  };
}

function renameSource(source: BoundEvents, rename: Rename): BoundEvents {
  const { payload } = source;
  if (payload?.type.kind !== 'schema') return source;
  const type = { ...payload.type, expression: rename(payload.type.expression) };
  return { ...source, payload: { ...payload, type } };
}

function renameInputs({ inputs, ...bound }: BoundInputs, rename: Rename): BoundInputs {
  const { captures, body, query, headers } = inputs;
  return {
    ...bound,
    inputs: {
      captures: captures.map((input) => renameInput(input, rename)),
      ...(body && { body: renameInput(body, rename) }),
      ...(query && { query: renameInput(query, rename) }),
      ...(headers && { headers: renameInput(headers, rename) }),
    },
  };
}

function renameInput(input: ViewInput, rename: Rename): ViewInput {
  const { type } = input;
  if (type.kind !== 'schema') return input;
  return { ...input, type: { ...type, expression: rename(type.expression) } };
}
