// Creates docs/reference/api.md and the pages next to it from the TSDoc of the public API, using TypeScript itself.
import ts from 'typescript';
import { markdownTable } from './markdown.js';

export type ReferencePage = {
  readonly title: string;
  /** The import specifier, for example `framework`. */
  readonly specifier: string;
  /** The source file of the module. */
  readonly entry: string;
};

/** Returns the pages for the exports of modules, by path. All modules are read in a single program. */
export function apiReferences(
  pages: Readonly<Record<string, ReferencePage>>,
): Readonly<Record<string, string>> {
  const config = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, '.');
  const program = ts.createProgram(
    Object.values(pages).map(({ entry }) => entry),
    options,
  );
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [path, apiReference(page, program)]),
  );
}

function apiReference({ title, specifier, entry }: ReferencePage, program: ts.Program): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${entry} is not a module`);
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => resolveAlias(symbol, checker))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const values = exported.filter((symbol) => symbol.flags & ts.SymbolFlags.Value);
  const types = exported.filter((symbol) => !values.includes(symbol));
  const context: Context = { checker, publicNames: new Set(values.map(({ name }) => name)) };
  return [
    '<!-- Made by tools/reference.mjs from the code; edit the code. -->',
    `# ${title}`,
    `Everything is imported from \`'${specifier}'\`.`,
    ...values.flatMap((symbol) => describeExport(symbol, context)),
    ...(types.length > 0 ? ['## Types'] : []),
    ...types.flatMap((symbol) => describeType(symbol, context)),
  ].join('\n\n');
}

function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

type Context = { readonly checker: ts.TypeChecker; readonly publicNames: ReadonlySet<string> };

function describeExport(symbol: ts.Symbol, context: Context): string[] {
  const declaration = symbol.declarations?.[0];
  const parts = [`## ${symbol.name}`, ...documentation(symbol)];
  if (!declaration) return parts;
  if (!ts.isClassDeclaration(declaration)) {
    return [...parts, fence(`const ${symbol.name}: ${showType(symbol, declaration, context)}`)];
  }
  return [
    ...parts,
    fence(classHead(symbol, declaration, context)),
    ...memberTable(symbol, context),
  ];
}

function classHead(
  symbol: ts.Symbol,
  declaration: ts.ClassDeclaration,
  { checker, publicNames }: Context,
): string {
  const bases =
    declaration.heritageClauses?.flatMap((clause) => clause.types.map((type) => type.getText())) ??
    [];
  const base = bases.find((name) => publicNames.has(name) || name === 'Error');
  const signatures = checker
    .getTypeOfSymbolAtLocation(symbol, declaration)
    .getConstructSignatures();
  const fullest = signatures.toSorted(
    (left, right) => right.parameters.length - left.parameters.length,
  )[0];
  const head = `class ${symbol.name}${base === undefined ? '' : ` extends ${base}`}`;
  return fullest ? `${head}\nnew ${symbol.name}${showSignature(fullest, checker)}` : head;
}

/** Prints the parameters of a constructor, without its return type and without `undefined`, which `?` already implies. */
function showSignature(signature: ts.Signature, checker: ts.TypeChecker): string {
  const text = checker.signatureToString(signature, undefined, FORMAT);
  return text
    .slice(0, text.lastIndexOf(') =>') + 1)
    .replaceAll(/(\?: [^,()]*?) \| undefined/g, '$1');
}

function describeType(symbol: ts.Symbol, context: Context): string[] {
  const declaration = symbol.declarations?.[0];
  const text = declaration ? withoutComments(declaration) : '';
  return [
    `### ${symbol.name}`,
    ...documentation(symbol),
    fence(text),
    ...memberTable(symbol, context),
  ];
}

/** Prints the public members that a class or an object type declares: a table, then the members' examples. */
function memberTable(symbol: ts.Symbol, context: Context): string[] {
  const type = context.checker.getDeclaredTypeOfSymbol(symbol);
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
  const members = type.getProperties().flatMap((member) => {
    const declaration = member.declarations?.[0];
    if (
      !declaration ||
      declaration.getSourceFile().isDeclarationFile ||
      isHidden(member, declaration)
    )
      return [];
    const mark = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const shownType = showMemberType(member, declaration, context);
    return [{ name: member.name + mark, type: shownType, ...readComment(member) }];
  });
  if (members.length === 0) return [];
  const rows = members.map(({ name, type: shown, prose }) => [
    `\`${name}\``,
    `\`${shown}\``,
    prose.join(' '),
  ]);
  const examples = members.flatMap((member) =>
    member.examples.map((example) => `Example of \`${member.name}\`:\n\n${example}`),
  );
  return [markdownTable(['member', 'type', 'meaning'], rows), ...examples];
}

function isHidden(member: ts.Symbol, declaration: ts.Declaration): boolean {
  const flags = ts.getCombinedModifierFlags(declaration);
  const isInternal = member.getJsDocTags().some(({ name }) => name === 'internal');
  const isPrivate = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
  // Omits private names, symbols, and the short names that bound code uses (`$`, `_`).
  return isPrivate || isInternal || /^(?:#|__|[$_~])/.test(member.name);
}

const LONGEST_TYPE = 90;

/**
 * Prints the type of a member. A type that is too long for a table is a function whose full type only the compiler needs, so
 * only its parameters are printed.
 */
function showMemberType(member: ts.Symbol, declaration: ts.Declaration, context: Context): string {
  const text = showType(member, declaration, context).replaceAll(' | undefined', '');
  const [signature] = context.checker
    .getTypeOfSymbolAtLocation(member, declaration)
    .getCallSignatures();
  if (text.length <= LONGEST_TYPE || !signature) return text;
  const names = signature.parameters.map(({ name, valueDeclaration }) => {
    const isOptional =
      valueDeclaration && ts.isParameter(valueDeclaration) && valueDeclaration.questionToken;
    return isOptional ? `${name}?` : name;
  });
  return `(${names.join(', ')})`;
}

/** Returns the text and the examples in a TSDoc comment. `@app.route` at the start of a line is code, not a tag. */
function readComment(symbol: ts.Symbol): { readonly prose: string[]; readonly examples: string[] } {
  const comments =
    symbol.declarations?.flatMap((declaration) => ts.getJSDocCommentsAndTags(declaration)) ?? [];
  const comment = comments.find((node) => ts.isJSDoc(node));
  if (!comment) return { prose: [], examples: [] };
  const lines = comment
    .getText()
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''));
  const { prose, tags } = splitTags(lines);
  const deprecated = tags.find(({ name }) => name === 'deprecated');
  return {
    prose: [
      ...(deprecated ? [`**Deprecated.** ${deprecated.text}`] : []),
      ...(prose === '' ? [] : [withoutLinks(prose)]),
    ],
    examples: tags.filter(({ name }) => name === 'example').map(({ text }) => codeBlock(text)),
  };
}

function documentation(symbol: ts.Symbol): string[] {
  const { prose, examples } = readComment(symbol);
  return [...prose, ...examples];
}

type Tag = { readonly name: string; readonly text: string };

function splitTags(lines: readonly string[]): {
  readonly prose: string;
  readonly tags: readonly Tag[];
} {
  const blocks: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  let isInFence = false;
  for (const line of lines) {
    if (line.startsWith('```')) isInFence = !isInFence;
    const tag = isInFence
      ? null
      : /^@(example|deprecated|see|param|returns|internal|throws)\b\s*(.*)$/.exec(line);
    if (tag) blocks.push({ name: tag[1] ?? '', lines: [tag[2] ?? ''] });
    else blocks.at(-1)?.lines.push(line);
  }
  const [prose, ...tags] = blocks.map(({ name, lines: own }) => ({
    name,
    text: own.join('\n').trim(),
  }));
  return { prose: prose?.text ?? '', tags };
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\{@link ([^}|\s]+)[^}]*\}/g, '`$1`');
}

function codeBlock(text: string): string {
  return text.startsWith('```') ? text : `\`\`\`ts\n${text}\n\`\`\``;
}

/**
 * Uses `typescript` instead of `ts`, because a signature is not a program, and a test compiles the `ts` blocks in the
 * documentation.
 */
function fence(text: string): string {
  return `\`\`\`typescript\n${text}\n\`\`\``;
}

function showType(symbol: ts.Symbol, declaration: ts.Declaration, { checker }: Context): string {
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return checker.typeToString(type, declaration, FORMAT);
}

const FORMAT: ts.TypeFormatFlags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope |
  ts.TypeFormatFlags.WriteArrowStyleSignature;

function withoutComments(node: ts.Node): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^export /, '');
}
