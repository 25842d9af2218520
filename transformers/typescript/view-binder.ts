// Binds the views of a file in TypeScript's tree, as bind-views.ts does in text. Nodes are found by position. Expressions from
// the source are moved, not rebuilt, so that their imports keep their meaning in every module format.
import type ts from 'typescript';
import type {
  CallBinding,
  ClassBinding,
  ListSource,
  TextRange,
  ViewBinding,
} from '../../compiler/facts/bind-declarations.js';
import type { BindOptions } from '../bind-views.js';
import { callCode, classCode, type RowCode, sourcesCode } from '../row-code.js';
import { valueFor } from '../../compiler/groups.js';
import type { TypeScript } from './app-place.js';
import type { ViewInput, BoundInputs } from '../../compiler/declarations/declared-type.js';
import type { BoundEvents } from '../../compiler/declarations/kind.js';

export type BinderOptions = Pick<BindOptions, 'keepsMetadata'> & {
  readonly context: ts.TransformationContext;
  readonly bindings: readonly ViewBinding[];
  readonly isLegacy: boolean;
};

/** Returns the file with its views bound. Throws if no node is found for a binding, which is a bug. */
export function bindFile(
  ts: TypeScript,
  file: ts.SourceFile,
  options: BinderOptions,
): ts.SourceFile {
  const { context } = options;
  const schemas = createSchemaImports(ts, context.factory, file);
  const bindings = options.bindings.map(schemas.rename);
  const calls = new Map<string, CallBinding>();
  const decorators = new Map<string, ClassBinding>();
  for (const binding of bindings) {
    if (binding.form === 'call') calls.set(keyOf(binding.callee), binding);
    else for (const range of binding.decorators) decorators.set(keyOf(range), binding);
  }
  const bound = new Set<ViewBinding>();
  const binder: Binder = { ...options, ts, file, calls, decorators, bound };
  const visit = (node: ts.Node): ts.VisitResult<ts.Node | undefined> => {
    const key = keyOf({ start: node.getStart(file), end: node.end });
    const call = ts.isCallExpression(node) ? calls.get(key) : undefined;
    if (call && ts.isCallExpression(node)) return bindCall(binder, node, call);
    if (ts.isDecorator(node) && decorators.has(key)) return bindDecorator(binder, node);
    const visited = ts.visitEachChild(node, visit, context);
    return ts.isClassLike(node) && ts.isClassLike(visited)
      ? bindClass(binder, node, visited)
      : visited;
  };
  const result = ts.visitEachChild(file, visit, context);
  const lost = bindings.find((binding) => !bound.has(binding));
  if (lost) throw new Error(`no node of ${file.fileName} for the binding ${JSON.stringify(lost)}`);
  return schemas.addTo(result);
}

type Binder = BinderOptions & {
  readonly ts: TypeScript;
  readonly file: ts.SourceFile;
  readonly calls: ReadonlyMap<string, CallBinding>;
  readonly decorators: ReadonlyMap<string, ClassBinding>;
  /** The bindings whose nodes were found. */
  readonly bound: Set<ViewBinding>;
};

function keyOf({ start, end }: TextRange): string {
  return `${start}-${end}`;
}

/** Binds `app.route(...)` in `app.route(...)(view)`. */
function bindCall(binder: Binder, node: ts.CallExpression, binding: CallBinding): ts.Node {
  const { ts, context, bound } = binder;
  const { factory } = context;
  bound.add(binding);
  const { row } = binding;
  const [name, value] =
    'view' in row
      ? ['$call', codeNode(factory, callCode(row)) ?? valueNode(factory, row.view)]
      : ['$callFunction', valueNode(factory, row.function)];
  const callee = factory.createPropertyAccessExpression(appOf(ts, node), name);
  const bare = factory.updateCallExpression(node, callee, undefined, [value]);
  const sources = 'function' in row && row.source ? [row.source] : [];
  const made = noting(factory, { app: appOf(ts, node), sources, made: bare }) ?? bare;
  return listing(binder, node, { ...binding, made }) ?? made;
}

/** Code that is more than JSON becomes the text of an identifier, because TypeScript prints that unchanged. */
function codeNode(factory: ts.NodeFactory, { code, names }: RowCode): ts.Expression | undefined {
  return names.length > 0 ? factory.createIdentifier(code) : undefined;
}

type Noted = Pick<ClassBinding, 'sources'> & {
  readonly app: ts.Expression;
  readonly made?: ts.Expression;
};

/** Creates the call `app.$on(sources, made)`, which returns `made`; undefined if there are no event sources. */
function noting(
  factory: ts.NodeFactory,
  { app, sources = [], made }: Noted,
): ts.Expression | undefined {
  if (sources.length === 0) return undefined;
  const rows = factory.createCallExpression(
    factory.createIdentifier(sourcesCode(sources).code),
    undefined,
    [factory.createPropertyAccessExpression(app, '$adapters')],
  );
  return factory.createCallExpression(
    factory.createPropertyAccessExpression(app, '$on'),
    undefined,
    made ? [rows, made] : [rows],
  );
}

/** Creates the call `app.$list(lists, made)`, which returns `made`; undefined if nothing lists middleware or error formats. */
function listing(
  { ts, context, file }: Binder,
  within: ts.Node,
  { lists, made }: Pick<ViewBinding, 'lists'> & { readonly made?: ts.Expression },
): ts.Expression | undefined {
  if (lists.length === 0) return undefined;
  const { factory } = context;
  let app: ts.Expression | undefined;
  const valueOf = (source: ListSource, option: string): ts.Expression => {
    const found = findExpression(ts, file, { within, range: source });
    if (!found) throw new Error(`no node of ${file.fileName} for ${option}`);
    app ??= appOf(ts, found.call);
    const { list } = found;
    return source.isOptions
      ? factory.createPropertyAccessExpression(factory.createParenthesizedExpression(list), option)
      : list;
  };
  const items = lists.map(({ key, source, errors }) => {
    const list = source && valueOf(source, 'middleware');
    const format = errors && valueOf(errors, 'errors');
    const spread = list && format ? [factory.createSpreadElement(list)] : [];
    const value =
      list && !format
        ? list
        : factory.createArrayLiteralExpression([...spread, ...(format ? [format] : [])]);
    return factory.createArrayLiteralExpression([factory.createStringLiteral(key), value]);
  });
  if (!app) return undefined;
  const callee = factory.createPropertyAccessExpression(app, '$list');
  return factory.createCallExpression(callee, undefined, [
    factory.createArrayLiteralExpression(items),
    ...(made ? [made] : []),
  ]);
}

/** Finds the expression at a position, and the enclosing call that declares the view. */
function findExpression(
  ts: TypeScript,
  file: ts.SourceFile,
  { within, range }: { readonly within: ts.Node; readonly range: TextRange },
): { readonly list: ts.Expression; readonly call: ts.CallExpression } | undefined {
  let found: { readonly list: ts.Expression; readonly call: ts.CallExpression } | undefined;
  const visit = (node: ts.Node, call: ts.CallExpression | undefined): void => {
    if (found || node.pos > range.start || node.end < range.end) return;
    const isHere = node.getStart(file) === range.start && node.end === range.end;
    if (isHere && call && ts.isExpression(node)) {
      found = { list: node, call };
      return;
    }
    const around = call ?? (ts.isCallExpression(node) ? node : undefined);
    ts.forEachChild(node, (child) => {
      visit(child, around);
    });
  };
  visit(within, undefined);
  return found;
}

function bindDecorator(
  { ts, context, keepsMetadata }: Binder,
  node: ts.Decorator,
): ts.Node | undefined {
  if (!keepsMetadata) return undefined;
  const { factory } = context;
  const app = appOf(ts, node.expression);
  return factory.updateDecorator(node, factory.createPropertyAccessExpression(app, '_'));
}

/**
 * The call follows a named class declaration, where class decorators have run; for any other class, it is inside the class. A
 * legacy decorator may replace an anonymous default class later, so its call follows with the name that TypeScript gives it.
 */
function bindClass(binder: Binder, node: ClassNode, visited: ClassNode): ts.VisitResult<ts.Node> {
  const { ts, context, isLegacy } = binder;
  const { factory } = context;
  const registrations = registrationsOf(binder, node);
  if (registrations.length === 0) return visited;
  const isReplaced = isLegacy && (ts.getDecorators(node) ?? []).length > 0;
  if (!ts.isClassDeclaration(node) || (!node.name && !isReplaced)) {
    return registerInside(binder, visited, registrations);
  }
  const name = node.name
    ? factory.createIdentifier(node.name.text)
    : factory.getGeneratedNameForNode(node);
  return [visited, ...registrations.map((register) => register(name))];
}

/** Given an expression for a class, creates the statement that registers the views of the class. */
type Register = (owner: ts.Expression) => ts.ExpressionStatement;

function registrationsOf(binder: Binder, node: ClassNode): readonly Register[] {
  const { ts, context, file, decorators, bound } = binder;
  const apps = new Map<ClassBinding, ts.Expression>();
  const written = node.members
    .filter((member) => ts.canHaveDecorators(member))
    .flatMap((member) => ts.getDecorators(member) ?? []);
  for (const decorator of written) {
    const range = { start: decorator.getStart(file), end: decorator.end };
    const binding = decorators.get(keyOf(range));
    if (binding && !apps.has(binding)) apps.set(binding, appOf(ts, decorator.expression));
  }
  const { factory } = context;
  return [...apps].flatMap(([binding, app]) => {
    bound.add(binding);
    const list = listing(binder, node, binding);
    const { views, functions } = binding;
    const rows = codeNode(factory, classCode(binding)) ?? valueNode(factory, views);
    const values = functions.length > 0 ? [rows, valueNode(factory, functions)] : [rows];
    const register: Register = (owner) =>
      factory.createExpressionStatement(
        factory.createCallExpression(factory.createPropertyAccessExpression(app, '$'), undefined, [
          owner,
          ...values,
        ]),
      );
    const others = [noting(factory, { ...binding, app }), list];
    return [
      register,
      ...others.flatMap((one) => (one ? [() => factory.createExpressionStatement(one)] : [])),
    ];
  });
}

/** Returns the expression that names the application in `app.route(...)`. */
function appOf(ts: TypeScript, expression: ts.Expression): ts.Expression {
  const call = unwrap(ts, expression);
  const member = ts.isCallExpression(call) ? unwrap(ts, call.expression) : call;
  if (ts.isPropertyAccessExpression(member) || ts.isElementAccessExpression(member))
    return member.expression;
  throw new Error(`no member of an application: ${expression.getText()}`);
}

/** Returns the expression without parentheses and type assertions. */
function unwrap(ts: TypeScript, expression: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression) ||
    ts.isTypeAssertionExpression(expression);
  return isWrapper ? unwrap(ts, expression.expression) : expression;
}

function registerInside(
  { ts, context: { factory } }: Binder,
  node: ClassNode,
  registrations: readonly Register[],
): ClassNode {
  const statements = registrations.map((register) => register(factory.createThis()));
  const block = factory.createClassStaticBlockDeclaration(factory.createBlock(statements));
  const members = ts.setTextRange(factory.createNodeArray([...node.members, block]), node.members);
  const { modifiers, name, typeParameters, heritageClauses } = node;
  const parts = [modifiers, name, typeParameters, heritageClauses, members] as const;
  return ts.isClassDeclaration(node)
    ? factory.updateClassDeclaration(node, ...parts)
    : factory.updateClassExpression(node, ...parts);
}

type ClassNode = ts.ClassDeclaration | ts.ClassExpression;

// Creates TypeScript literals for plain values, for the rows in emitted code.

/** Creates the expression for a JSON value. Values that JSON omits are omitted. */
function valueNode(factory: ts.NodeFactory, value: unknown): ts.Expression {
  if (typeof value === 'string') return factory.createStringLiteral(value);
  if (typeof value === 'number') return factory.createNumericLiteral(value);
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
  if (Array.isArray(value)) {
    return factory.createArrayLiteralExpression(value.map((item) => valueNode(factory, item)));
  }
  if (typeof value !== 'object' || value === null) return factory.createNull();
  return factory.createObjectLiteralExpression(
    Object.entries(value).map(([key, entry]) =>
      factory.createPropertyAssignment(factory.createStringLiteral(key), valueNode(factory, entry)),
    ),
  );
}

type SchemaImports = {
  /** Returns the binding with the names from its own imports instead of those in the source. */
  readonly rename: (binding: ViewBinding) => ViewBinding;
  /** Returns the file with these imports added, each after the source's import of the same module. */
  readonly addTo: (file: ts.SourceFile) => ts.SourceFile;
};

function createSchemaImports(
  ts: TypeScript,
  factory: ts.NodeFactory,
  file: ts.SourceFile,
): SchemaImports {
  const names = new Map<ts.ImportDeclaration, string>();
  const renameSchema = (expression: string): string => {
    const [root = '', ...rest] = expression.split('.');
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement)) continue;
      const member = importedName(ts, statement, root);
      if (member === undefined) continue;
      const name = valueFor(names, statement, () => `$$schemas${String(names.size)}`);
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

/** Returns the path from a module's namespace to its import `local`: `['default']`, or the exported name. */
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
