// Collects the declarations that users see, whatever files they are in: for each entry point, everything that its exports refer
// to, by name, without comments.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

export async function publicTypes(repository) {
  await promisify(execFile)(process.execPath, [join(repository, 'tools/build.mjs')]);
  const directory = join(repository, 'dist/types');
  const entries = entryPoints(repository);
  const paths = entries.map(({ path }) => join(directory, path));
  const options = {
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    target: ts.ScriptTarget.ES2023,
  };
  const program = ts.createProgram(paths, options);
  return entries
    .map(({ name }, at) => `// ${name}\n${declarations(program, { entry: paths[at], directory })}`)
    .join('\n');
}

function entryPoints(repository) {
  const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([, target]) => target.types)
    .map(([name, { types }]) => ({ name, path: types.replace('./dist/types/', '') }));
}

function declarations(program, { entry, directory }) {
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry));
  const seen = new Set();
  const texts = [];
  const visit = (found) => {
    const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    for (const declaration of symbol.declarations ?? []) {
      const statement = statementOf(declaration);
      const file = statement?.getSourceFile();
      if (!statement || seen.has(statement) || !file.fileName.startsWith(directory)) continue;
      seen.add(statement);
      texts.push(printer.printNode(ts.EmitHint.Unspecified, statement, file));
      walk(statement);
    }
  };
  const walk = (node) => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node);
      if (symbol) visit(symbol);
    }
    ts.forEachChild(node, walk);
  };
  const exported = checker.getExportsOfModule(module);
  for (const symbol of exported) visit(symbol);
  const names = exported.map(({ name }) => name).sort();
  return `// exports ${names.join(', ')}\n${texts.sort().join('\n')}\n`;
}

/** Returns the declaration as a statement in its file; undefined for a whole file. */
function statementOf(node) {
  let at = node;
  while (at && !(at.parent && ts.isSourceFile(at.parent))) at = at.parent;
  return at;
}
