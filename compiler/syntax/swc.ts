// The only file that calls swc. It converts text to a syntax tree or to compiled JavaScript.
import type { JsxSettings } from '../modules/source-files.js';
import { once } from '../groups.js';
import { callApart, type Swc, theSwc } from './parser-process.js';
import { findDeepNesting, findLongLine, nestedTooDeeply, unknownError } from './nesting.js';
import { createSourceText, type SourceText } from './source-text.js';
import { readSyntaxProblems, type SyntaxProblem } from './syntax-problem.js';
import type { FunctionBody, Program, Span } from './tree.js';

// Reading swc's output takes most of the time of a compilation. Most of the output describes the inside of functions, where
// nothing is declared. This file cuts such bodies out of the JSON text before it is parsed: a body that contains none of the
// words needed to declare views, applications or imports is skipped until something needs it.

/** The start of a body's node. It cannot occur inside a string of the JSON text, where quotes are escaped. */
const BODY = '{"type":"FunctionBody","span":{"start":';

type BodyTexts = {
  readonly textOf: (start: number, end: number) => string;
  /** A function body that contains none of these words declares nothing. */
  readonly declaringWord: RegExp;
};

/** Returns the JSON text of a module without the statements of function bodies that declare nothing. */
export function pruneBodies(json: string, { textOf, declaringWord }: BodyTexts): string {
  const kept: string[] = [];
  let copied = 0;
  let from = json.indexOf(BODY);
  while (from >= 0) {
    const [start, end] = readSpan(json, from + BODY.length);
    let next = from + BODY.length;
    if (!declaringWord.test(textOf(start, end))) {
      next = objectEnd(json, from);
      kept.push(json.slice(copied, from), skippedBody(start, end));
      copied = next;
    }
    from = json.indexOf(BODY, next);
  }
  return copied === 0 ? json : kept.join('') + json.slice(copied);
}

/** Returns the JSON text of the function body at a position, from the JSON text of the whole module. */
export function findBody(json: string, position: number): string {
  const start = json.indexOf(`${BODY}${String(position)},`);
  return json.slice(start, objectEnd(json, start));
}

function skippedBody(start: number, end: number): string {
  return `${BODY}${String(start)},"end":${String(end)}},"stmts":[],"isSkipped":true}`;
}

/** Reads `12,"end":34`, starting at its first digit. */
function readSpan(json: string, at: number): readonly [number, number] {
  const comma = json.indexOf(',', at);
  const end = comma + ',"end":'.length;
  return [Number(json.slice(at, comma)), Number(json.slice(end, json.indexOf('}', end)))];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Returns the offset after the object that opens at `start`. */
function objectEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at);
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
  }
  return json.length;
}

/** Returns the offset of the quote that closes the string opened at `start`. */
function stringEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

export type ParsedModule = {
  readonly kind: 'parsed';
  readonly source: SourceText;
  readonly program: Program;
  /** Reads a function body that was omitted from the tree; see {@link FunctionBody.isSkipped}. */
  readonly readBody: (body: Span) => FunctionBody;
};

export type UnparsedModule = {
  readonly kind: 'unparsed';
  readonly source: SourceText;
  readonly problems: readonly SyntaxProblem[];
};

/** Identifiers with the same name and `ctxt` are the same variable. Bodies that do not match `declaringWord` are omitted. */
export function parseModule(
  text: string,
  file: string,
  declaringWord?: RegExp,
): ParsedModule | UnparsedModule {
  return parseWith(theSwc(), { text, file, declaringWord });
}

export type ParsedText = {
  readonly text: string;
  readonly file: string;
  readonly declaringWord?: RegExp | undefined;
};

export function parseWith(swc: Swc, given: ParsedText): ParsedModule | UnparsedModule {
  return readAnswer(swc, given, askParser(swc, given.text, given.file));
}

/** Parses a module on another thread; undefined if this thread has to parse it, for example because it may end the process. */
export async function parseAhead(given: ParsedText): Promise<ParsedModule | undefined> {
  const swc = theSwc();
  const { text, file } = given;
  if (!swc.parseAhead || findLongLine(text) !== undefined || findDeepNesting(text, file))
    return undefined;
  try {
    const answer = await swc.parseAhead(parserText(text, file), parserOptions(file));
    const parsed = readAnswer(swc, given, { kind: 'answer', answer });
    return parsed.kind === 'parsed' ? parsed : undefined;
  } catch {
    // Problems in the text are reported when the module is needed.
    return undefined;
  }
}

function readAnswer(
  swc: Swc,
  { text, file, declaringWord }: ParsedText,
  answered: Answered,
): ParsedModule | UnparsedModule {
  const source = createSourceText(file, text);
  if (answered.kind === 'problems') return { ...answered, kind: 'unparsed', source };
  const { answer } = answered;
  if (typeof answer !== 'string') {
    if (text.includes('\\u')) decodeTexts(answer);
    return { kind: 'parsed', source, program: answer, readBody: refuseBody };
  }
  const tree = programOf(answer);
  const textOf = (start: number, end: number): string => source.textOf({ start, end, ctxt: 0 });
  const json = declaringWord ? pruneBodies(tree, { textOf, declaringWord }) : tree;
  const program = readTree(json, text) as Program; // because swc declares this type
  // The text is parsed again when a body is needed, because this costs less than storing the output for all modules.
  const whole = once(() => wholeAnswer(swc, text, file));
  const readBody = ({ start }: Span): FunctionBody =>
    readTree(findBody(whole(), start), text) as FunctionBody; // because the text was cut out of such a node
  return { kind: 'parsed', source, program, readBody };
}

/**
 * Reads a node. swc writes a lone surrogate as `\uD800`, and doubles a backslash before `u` and four digits, so two different
 * texts may have the same output. Such strings are decoded from their source.
 */
function readTree(json: string, text: string): unknown {
  const tree: unknown = JSON.parse(json);
  if (text.includes('\\u')) decodeTexts(tree);
  return tree;
}

/** Decodes the strings in a tree. Does not use recursion, because a tree may be deeper than the stack. */
function decodeTexts(tree: unknown): void {
  const waiting = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const raw: unknown = Reflect.get(node, 'raw');
    for (const [name, value] of Object.entries(node)) {
      const isText = name === 'value' || name === 'cooked';
      if (typeof value !== 'string') waiting.push(value);
      else if (isText && value.includes('\\u') && typeof raw === 'string')
        Reflect.set(
          node,
          name,
          readEscapes(name === 'value' ? raw.slice(1, -1) : raw.replaceAll(/\r\n?/g, '\n')),
        );
    }
  }
}

const ESCAPE = /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[\s\S]))/gi;

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' },
  ...{ '\n': '', '\r': '', '\r\n': '', '\u2028': '', '\u2029': '' },
};

/** Returns the value of a JavaScript string literal, given without its quotes. */
function readEscapes(raw: string): string {
  return raw.replaceAll(ESCAPE, (_, ...groups: readonly (string | undefined)[]) => {
    const [point, unit, byte, character = ''] = groups;
    const digits = point ?? unit ?? byte;
    if (digits !== undefined) return String.fromCodePoint(parseInt(digits, 16));
    return ESCAPED[character] ?? character;
  });
}

function refuseBody(): never {
  throw new Error('no body has been left out of this tree');
}

function wholeAnswer(swc: Swc, text: string, file: string): string {
  const answered = askParser(swc, text, file);
  return answered.kind === 'answer' && typeof answered.answer === 'string' ? answered.answer : '';
}

type Answered =
  | { readonly kind: 'answer'; readonly answer: string | Program }
  | { readonly kind: 'problems'; readonly problems: readonly SyntaxProblem[] };

/** swc rejects `export const a: A` even in declaration files. `var` with two spaces has the same length as `const`. */
function parserText(text: string, file: string): string {
  if (!/\.d\.[cm]?ts$/.test(file)) return text;
  return text.replaceAll(/^(\s*export[ \t]+)const(?=[ \t]+[\w$]+[ \t]*:)/gm, '$1var  ');
}

function askParser(swc: Swc, written: string, file: string): Answered {
  const text = parserText(written, file);
  const options = parserOptions(file);
  const deep = findDeepNesting(text, file);
  const long = findLongLine(text);
  if (deep || long !== undefined) {
    const apart = callApart({ swc, name: 'parseSync', text, options });
    // because `parse` returns one of these types
    if (apart.kind === 'answer')
      return { kind: 'answer', answer: apart.answer as string | Program };
    // If a text is nested too deeply, that is reported instead of a missing bracket.
    if (deep && (apart.kind === 'ended' || deep.isBeyondAny))
      return { kind: 'problems', problems: [nestedTooDeeply(deep.at)] };
    const problems =
      apart.kind === 'ended' ? [unknownError(long ?? 0)] : readSyntaxProblems(apart.message, text);
    return { kind: 'problems', problems };
  }
  try {
    const answer = swc.parse(text, options) as string | Program; // because swc declares this type
    return { kind: 'answer', answer };
  } catch (error) {
    return { kind: 'problems', problems: readSyntaxProblems(messageOf(error), text) };
  }
}

/** Options for compiling a module to JavaScript for esbuild and Node.js. */
export type LowerOptions = {
  readonly text: string;
  /** The file name. Its extension determines the syntax, and the source map contains it. */
  readonly file: string;
  readonly decorators: 'standard' | 'legacy';
  readonly emitsMetadata: boolean;
  /** True for `verbatimModuleSyntax`. Otherwise imports that are used only by types are removed, as in TypeScript. */
  readonly keepsUnusedImports?: boolean;
  /** True if `useDefineForClassFields` is off: fields are assigned instead of defined, as before ES2022. */
  readonly assignsFields?: boolean;
  readonly jsx?: JsxSettings;
  /** A source map for `text`, as JSON. The output's map is combined with it. */
  readonly inputSourceMap?: string;
};

export type Lowered = { readonly code: string; readonly map: string };

/**
 * Compiles types, decorators and JSX. JSX must be compiled here, because keeping it would drop the imports that only JSX uses.
 * Throws for text that cannot be parsed; {@link parseModule} must have accepted the module before.
 */
export function lowerModule(options: LowerOptions): Lowered {
  const { code, map = '' } = transform(options);
  return { code, map };
}

type Transformed = ReturnType<Swc['transform']>;

function transform(options: LowerOptions): Transformed {
  const { text, file } = options;
  const json = JSON.stringify(transformOptions(options));
  const deep = findDeepNesting(text, file);
  const swc = theSwc();
  if (!deep) return swc.transform(text, json);
  const apart = callApart({ swc, name: 'transformSync', text, options: json });
  if (apart.kind === 'answer') return apart.answer as Transformed; // because `transform` returns this type
  throw new Error(apart.kind === 'refused' ? apart.message : nestedTooDeeply(deep.at).message);
}

/** Returns the options before they are written as JSON, which omits those that are undefined. */
function transformOptions(options: LowerOptions): object {
  const isLegacy = options.decorators === 'legacy';
  return {
    filename: options.file,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    isModule: true,
    inputSourceMap: options.inputSourceMap,
    jsc: {
      target: 'es2022',
      parser: parserOf(options.file),
      keepClassNames: true,
      externalHelpers: true, // one copy of each helper in a bundle, from `@swc/helpers`
      experimental: { keepImportAttributes: true },
      transform: {
        verbatimModuleSyntax: options.keepsUnusedImports === true,
        useDefineForClassFields: options.assignsFields !== true,
        react: reactOptions(options.jsx),
        ...(isLegacy
          ? { legacyDecorator: true, decoratorMetadata: options.emitsMetadata }
          : { decoratorVersion: '2023-11' }),
      },
    },
  };
}

function reactOptions(settings: JsxSettings = {}): object {
  const { jsx, jsxFactory, jsxFragment, jsxImportSource } = settings;
  // swc rejects the options for the other JSX runtime.
  return jsx === 'automatic'
    ? { runtime: 'automatic', importSource: jsxImportSource }
    : { runtime: 'classic', pragma: jsxFactory, pragmaFrag: jsxFragment };
}

function parserOptions(file: string): string {
  const isModule = extensionOf(file) === '.cjs' ? 'commonjs' : true;
  return JSON.stringify({ ...parserOf(file), target: 'es2022', isModule });
}

function parserOf(file: string): object {
  const extension = extensionOf(file);
  if (/^\.[cm]?ts$|^\.tsx$/.test(extension)) {
    return { syntax: 'typescript', decorators: true, tsx: extension === '.tsx' };
  }
  return {
    syntax: 'ecmascript',
    decorators: true,
    decoratorsBeforeExport: true,
    autoAccessors: true,
    explicitResourceManagement: true,
    importAttributes: true,
    jsx: true,
  };
}

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf('.'));
}

const PROGRAM = '{"program":';
const CONTEXT = ',"sourceContext":{"realFilename":';

/** Returns the JSON for the tree without the source text, which swc appends to its output. */
function programOf(answer: string): string {
  const end = answer.lastIndexOf(CONTEXT);
  return end < 0 ? answer : answer.slice(PROGRAM.length, end);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
