// Reads the TSDoc comment of an operation's view: `@summary`, `@param`, `@tag`, `@operationId`, `@returns`, and the responses
// that are not visible in the code, `@throws {NotFoundError} text` and `@response 409 Conflict text`.
import type { Type } from '../declarations/declared-type.js';
import {
  type Diagnostic,
  nearestName,
  diagnose,
  type SourceSpan,
} from '../diagnostics/diagnostic.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { scanWholeModule } from '../facts/scan-module.js';
import type { CallExpression, Identifier, ModuleItem, Span, TsType } from '../syntax/tree.js';
import { isOwnCode, walk } from '../syntax/tree-walk.js';
import {
  type DocTag,
  commentBefore,
  readDocComment,
  type DocComment,
} from '../syntax/source-text.js';
import { unreadTag } from '../types/catalogue.js';
import { declaredNames } from '../types/declared-names.js';
import { wordSet } from '../groups.js';
import type { ErrorAnswer, Operation, Parameter } from './api-description.js';
import { type ErrorFinder, STATUSES } from './error-classes.js';
import { EMPTY_STATUSES, type ViewFunction } from './returned-answers.js';
import { functionOf } from '../syntax/expressions.js';
import { traceExpression } from '../facts/entity.js';
import type { Use } from '../facts/module-record.js';
import type { Program } from '../facts/program.js';

export type StatedAnswer = {
  readonly status: number;
  readonly text: string;
  /** The type of the body; undefined for a response without a body, absent for an error. */
  readonly type?: Type | undefined;
  readonly error?: ErrorAnswer;
};

export type CommentReader = {
  readonly errorClassOf: ErrorFinder;
  readonly readType: (module: LoadedModule, node: TsType) => { type: Type; isRead: boolean };
  readonly bodyOf: (module: LoadedModule) => readonly ModuleItem[];
  readonly note: (note: Diagnostic) => void;
};

/** Tags from TSDoc, JSDoc and TypeDoc that have a different name here. */
const ALIASES: Readonly<Record<string, string>> = {
  return: 'returns',
  exception: 'throws',
  arg: 'param',
  argument: 'param',
};

const READ: readonly string[] =
  'summary param returns throws response operationId tag deprecated'.split(' ');

/** Words that OpenAPI and other frameworks use, with their equivalents here. */
const MEANT: Readonly<Record<string, string>> = {
  body: 'param',
  header: 'param',
  headers: 'param',
  path: 'param',
  query: 'param',
  error: 'throws',
  errors: 'throws',
  raises: 'throws',
  status: 'response',
  id: 'operationId',
};

/** Standard tags (tsdoc.org, jsdoc.app, typedoc.org) that do not describe an operation. */
const STANDARD = wordSet(
  'example remarks see link default defaultValue internal public private protected alpha beta experimental',
  'privateRemarks typeParam template since author version inheritDoc override virtual sealed readonly todo type',
  'description async function func method name memberof access copyright license file fileoverview ignore hidden',
  'category group packageDocumentation module event eventProperty decorator label satisfies prop property yields',
  'this class constructor extends implements overload callback typedef constant enum generator kind requires',
);

/** Reports unknown tags that look as if they were meant for the document. */
export function checkTags({ tags, spanOf }: ViewComment, { note }: CommentReader): void {
  for (const tag of tags) {
    const name = ALIASES[tag.name] ?? tag.name;
    if (READ.includes(name) || STANDARD.has(name)) continue;
    const instead = MEANT[name.toLowerCase()] ?? nearestName(name, READ);
    if (instead === undefined) continue;
    const data = { tag: tag.name, why: 'is no tag', instead: `Write \`@${instead}\`.` };
    note(diagnose(unreadTag, data, { at: spanOf(tag) }));
  }
}

export function textsOf(comment: ViewComment | undefined, name: string): readonly string[] {
  return tagsOf(comment, name).map(({ text }) => text);
}

function tagsOf(comment: ViewComment | undefined, name: string): readonly DocTag[] {
  return comment?.tags.filter((tag) => (ALIASES[tag.name] ?? tag.name) === name) ?? [];
}

/** Returns the documentation of the operation. If there is a `@summary`, all of the text before the tags is the description. */
export function operationDocumentation(
  comment: ViewComment | undefined,
): Operation['documentation'] {
  if (!comment) return {};
  const [summary] = textsOf(comment, 'summary');
  const { documentation } = comment;
  if (summary === undefined) return documentation;
  const text = [documentation.summary, documentation.description].filter(Boolean).join(' ');
  const { summary: _, description: __, ...rest } = documentation;
  return { ...rest, summary, ...(text !== '' && { description: text }) };
}

type Inputs = Pick<Operation, 'captures' | 'query' | 'headers' | 'body'>;

/** Adds the `@param` texts to the inputs: `id`, `limit` or `query.limit`, `if-match`, `body`. */
export function documentInputs(
  inputs: Inputs,
  comment: ViewComment | undefined,
  { note }: CommentReader,
): Inputs {
  const tags = tagsOf(comment, 'param').map((tag) => ({ tag, ...parameterText(tag.text) }));
  if (!comment || tags.length === 0) return inputs;
  const used = new Set<object>();
  const describe = (list: readonly Parameter[], location: string): readonly Parameter[] =>
    list.map((parameter) => {
      const said = tags.find(
        ({ name }) => name === parameter.name || name === `${location}.${parameter.name}`,
      );
      if (!said) return parameter;
      used.add(said.tag);
      const { summary: _, description: __, ...rest } = parameter.documentation ?? {};
      return { ...parameter, documentation: { ...rest, summary: said.text } };
    });
  const described = {
    captures: describe(inputs.captures, 'path'),
    query: describe(inputs.query, 'query'),
    headers: describe(inputs.headers, 'headers'),
  };
  const body = tags.find(({ name }) => name === 'body');
  for (const { tag, name } of tags) {
    if (used.has(tag) || /^(?:body|query|headers)$/.test(name)) continue;
    const why = `names no path parameter, and no member of \`query\` or \`headers\``;
    const instead = name.startsWith('body.')
      ? 'Describe a member of the body with a comment where its type declares it.'
      : 'Write the name as in the view, such as `@param query.limit The maximum number of results.`';
    note(diagnose(unreadTag, { tag: tag.name, why, instead }, { at: comment.spanOf(tag) }));
  }
  return {
    ...described,
    body: inputs.body && (body ? { ...inputs.body, description: body.text } : inputs.body),
  };
}

function parameterText(text: string): { readonly name: string; readonly text: string } {
  const [, name = '', rest = ''] =
    /^(?:\{[^}]*\}\s*)?\[?([\w$.-]+)\]?\s*(?:-\s+)?([\s\S]*)$/.exec(text) ?? [];
  return { name, text: rest };
}

export function statedAnswers(
  comment: ViewComment | undefined,
  module: LoadedModule | undefined,
  reader: CommentReader,
): readonly StatedAnswer[] {
  if (!comment || !module) return [];
  return [
    ...tagsOf(comment, 'throws').flatMap((tag) => thrown(tag, comment, [module, reader])),
    ...tagsOf(comment, 'response').flatMap((tag) => response(tag, comment, [module, reader])),
  ];
}

type Around = readonly [LoadedModule, CommentReader];

function thrown(
  tag: DocTag,
  { spanOf }: ViewComment,
  [module, { errorClassOf, bodyOf, note }]: Around,
): readonly StatedAnswer[] {
  const [, braced, bare, text = ''] =
    /^(?:\{\s*([\w$]+)\s*\}|([\w$]+))\s*(?:-\s+)?([\s\S]*)$/.exec(tag.text) ?? [];
  const name = braced ?? bare;
  const own =
    name === undefined
      ? undefined
      : errorClassOf(module, nameAt(name, topContext(module, bodyOf(module))));
  const status = own ? own.status : name === undefined ? undefined : STATUSES[name];
  if (status !== undefined) {
    const code = own?.code ?? name ?? '';
    return [{ status, text, error: { status, code, message: '' } }];
  }
  // As in TSDoc, `@throws when the disk is full` does not describe a response.
  if (braced === undefined) return [];
  const why = `names \`${braced}\`, which is not an error class with a status here`;
  const instead = 'Name a class that the module imports: `@throws {NotFoundError} when ...`';
  note(diagnose(unreadTag, { tag: tag.name, why, instead }, { at: spanOf(tag) }));
  return [];
}

function nameAt(value: string, ctxt: number): Identifier {
  const span = { start: 0, end: 0, ctxt };
  const name = { type: 'Identifier', span, ctxt, value, optional: false } as const;
  return name;
}

function response(
  tag: DocTag,
  { spanOf }: ViewComment,
  [module, reader]: Around,
): readonly StatedAnswer[] {
  const [, digits, rest = ''] = /^([1-5]\d\d)(?!\S)\s*([\s\S]*)$/.exec(tag.text) ?? [];
  const status = Number(digits);
  if (digits !== undefined && EMPTY_STATUSES.has(status))
    return [{ status, text: rest, type: undefined }];
  const [written, text] = splitType(rest);
  const type = digits === undefined ? undefined : writtenType(written, module, reader);
  if (type) return [{ status, text, type: type.kind === 'undefined' ? undefined : type }];
  const why =
    digits === undefined
      ? 'does not begin with a status'
      : `names \`${written}\`, which is not a type here`;
  const instead =
    'Write the status, a type that the module imports or declares, and a text: `@response 409 Conflict The name is taken.`';
  reader.note(diagnose(unreadTag, { tag: tag.name, why, instead }, { at: spanOf(tag) }));
  return [];
}

/** Splits the text at the first space outside brackets into the type and the text that follows it. */
function splitType(text: string): readonly [type: string, text: string] {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    if ('<{[('.includes(character)) depth += 1;
    else if ('>}])'.includes(character)) depth -= 1;
    else if (depth === 0 && /\s/.test(character)) break;
  }
  const [type, rest] = [text.slice(0, end), text.slice(end)];
  // In JSDoc, types are written in braces.
  const braced = /^\{\s*([\w$.]+(?:\[\])?)\s*\}$/.exec(type)?.[1];
  return [braced ?? type, rest.trim().replace(/^-\s+/, '')];
}

/** Parses a type in a comment; undefined if the text is not a type to which the module can refer. */
function writtenType(
  text: string,
  module: LoadedModule,
  { readType, bodyOf }: CommentReader,
): Type | undefined {
  const [alias] = text === '' ? [] : scanWholeModule(`type Written = ${text};`, 'comment.ts').body;
  if (alias?.type !== 'TsTypeAliasDeclaration') return undefined;
  const { names } = module.record;
  const { types } = declaredNames(module.record);
  const context = topContext(module, bodyOf(module));
  walk(alias.typeAnnotation, (node) => {
    if (node.type !== 'Identifier') return true;
    const name = node as Identifier & { ctxt: number }; // because swc's types omit it
    if (names.named(name.value).length > 0 || types.has(name.value)) name.ctxt = context;
    return true;
  });
  const { type, isRead } = readType(module, alias.typeAnnotation);
  return isRead ? type : undefined;
}

function topContext(module: LoadedModule, body: readonly ModuleItem[]): number {
  let found = 0;
  walk(body, (node) => {
    if (found > 0 || isOwnCode(node)) return false;
    const name = node as Identifier & { readonly ctxt: number }; // because swc's types omit it
    if (node.type === 'Identifier' && module.record.names.find(name)) found = name.ctxt;
    return true;
  });
  return found;
}

type ViewSite = {
  readonly module: LoadedModule;
  /** The function of the view; undefined if it is not known which function is called. */
  readonly view: ViewFunction | undefined;
  readonly comment: ViewComment | undefined;
};

export type ViewComment = DocComment & { readonly spanOf: (tag: DocTag) => SourceSpan };

/** Finds the views in modules, by the file and offset of their declaration `app.route(...)`. */
export function findViewSites(
  program: Program,
  programs: ReadonlyMap<string, readonly ModuleItem[]>,
): ReadonlyMap<string, ViewSite> {
  const sites = new Map<string, ViewSite>();
  for (const module of program.graph.modules.values()) {
    const { source, uses } = module.record;
    const keyOf = ({ span }: CallExpression): string =>
      `${source.file}:${String(source.offsetOf(span.start))}`;
    for (const use of uses) {
      if (use.kind === 'decorator') sites.set(keyOf(use.call), methodSite(module, use));
      if (use.kind === 'apply') {
        const items = programs.get(module.path) ?? [];
        sites.set(keyOf(use.call), callSite(program, module, [use, items]));
      }
    }
  }
  return sites;
}

type ApplyUse = Use & { readonly kind: 'apply' };

function methodSite(
  module: LoadedModule,
  { member, class: { node: owner } }: Use & { readonly kind: 'decorator' },
): ViewSite {
  if (member?.type !== 'ClassMethod') return { module, view: undefined, comment: undefined };
  const decorators = member.function.decorators ?? [];
  const start = Math.min(...decorators.map(({ span }) => span.start), member.span.start);
  return {
    module,
    view: { module, node: member.function, owner: { module, node: owner } },
    // A comment may come before or after the decorators.
    comment: commentAt(module, start) ?? commentAt(module, member.key.span.start),
  };
}

function callSite(
  program: Program,
  module: LoadedModule,
  [use, items]: readonly [ApplyUse, readonly ModuleItem[]],
): ViewSite {
  const { outer } = use;
  const item = items.find(({ span }) => isIn(span, outer.span));
  const comment = item && commentAt(module, item.span.start);
  const given = outer.arguments[0]?.expression;
  const own = given && functionOf(given);
  if (own) return { module, view: { module, node: own }, comment };
  const entity = given && traceExpression(program, module, given);
  return { module, view: entity?.kind === 'function' ? entity : undefined, comment };
}

export function isIn(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function commentAt({ record }: LoadedModule, position: number): ViewComment | undefined {
  const { source } = record;
  const written = commentBefore(source, position);
  if (!written) return undefined;
  const { comment, start } = written;
  const read = readDocComment(comment);
  const spanOf = (tag: DocTag): SourceSpan => {
    const same = read.tags.filter(({ name }) => name === tag.name);
    const found = [...comment.matchAll(new RegExp(`@${tag.name}\\b`, 'g'))];
    const at = start + (found[same.indexOf(tag)]?.index ?? 0);
    return source.spanBetween(at, at + tag.name.length + 1);
  };
  return { ...read, spanOf };
}
