// The only file that calls swc: text in, syntax tree or lowered JavaScript out.
import type { JsxSettings } from '../modules/source-files.js';
import { callApart } from './parser-process.js';
import { findDeepNesting, findLongLine, nestedTooDeeply, unknownError } from './nesting.js';
import { findBody, pruneBodies } from './skipped-bodies.js';
import { createSourceText, type SourceText } from './source-text.js';
import { theSwc, type Swc } from './swc-binding.js';
import { readSyntaxProblems, type SyntaxProblem } from './syntax-problem.js';
import type { FunctionBody, Program, Span } from './tree.js';

export type ParsedModule = {
  readonly kind: 'parsed';
  readonly source: SourceText;
  readonly program: Program;
  /** Reads a function body that was left out of the tree, see {@link FunctionBody.isSkipped}. */
  readonly readBody: (body: Span) => FunctionBody;
};

export type UnparsedModule = {
  readonly kind: 'unparsed';
  readonly source: SourceText;
  readonly problems: readonly SyntaxProblem[];
};

/**
 * Parses a module. Identifiers are resolved: two of the same name and `ctxt` are the same variable. Given words, the
 * function bodies that have none of them are left out.
 */
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

/** Parses a module with a given swc, which may be one that returns whole trees. */
export function parseWith(swc: Swc, given: ParsedText): ParsedModule | UnparsedModule {
  return readAnswer(swc, given, askParser(swc, given.text, given.file));
}

/**
 * Parses a module on another thread, as {@link parseModule} does. Undefined when that has to be done here: the swc has no
 * such function, or the text may end the process.
 */
export async function parseAhead(given: ParsedText): Promise<ParsedModule | undefined> {
  const swc = theSwc();
  const { text, file } = given;
  if (!swc.parseAhead || findLongLine(text) !== undefined || findDeepNesting(text, file))
    return undefined;
  try {
    const answer = await swc.parseAhead(text, parserOptions(file));
    const parsed = readAnswer(swc, given, { kind: 'answer', answer });
    return parsed.kind === 'parsed' ? parsed : undefined;
  } catch {
    // What is wrong with the text is said where it is needed.
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
    const program = text.includes('\\u')
      ? (readTree(JSON.stringify(answer), text) as Program)
      : answer; // because it is the same tree
    return { kind: 'parsed', source, program, readBody: refuseBody };
  }
  const tree = programOf(answer, text);
  const textOf = (start: number, end: number): string => source.textOf({ start, end, ctxt: 0 });
  const json = declaringWord ? pruneBodies(tree, { textOf, declaringWord }) : tree;
  const program = readTree(json, text) as Program; // because swc's own types promise this shape
  // Parsing again when a body is needed costs less than keeping the answers of all modules.
  let whole: string | undefined;
  const readBody = ({ start }: Span): FunctionBody => {
    whole ??= wholeAnswer(swc, text, file);
    return readTree(findBody(whole, start), text) as FunctionBody; // because the text is cut out at such a node
  };
  return { kind: 'parsed', source, program, readBody };
}

/**
 * Reads a node that swc wrote. swc writes half a surrogate pair as `\uD800`, and a backslash before `u` and four digits
 * twice.
 */
function readTree(json: string, text: string): unknown {
  const decode = (name: string, value: unknown): unknown =>
    (name === 'value' || name === 'cooked') && typeof value === 'string'
      ? value.replaceAll(WRITTEN_UNIT, (all, second: string | undefined, digits: string) =>
          second ? all.slice(1) : String.fromCharCode(parseInt(digits, 16)),
        )
      : value;
  return JSON.parse(json, text.includes('\\u') ? decode : undefined);
}

const WRITTEN_UNIT = /\\(?:(\\)u(?=[\da-fA-F]{4})|u(D[89A-F][\dA-F]{2}))/g;

function refuseBody(): never {
  throw new Error('no body has been left out of this tree');
}

/** The answer for a text that was parsed before. */
function wholeAnswer(swc: Swc, text: string, file: string): string {
  const answered = askParser(swc, text, file);
  return answered.kind === 'answer' && typeof answered.answer === 'string' ? answered.answer : '';
}

type Answered =
  | { readonly kind: 'answer'; readonly answer: string | Program }
  | { readonly kind: 'problems'; readonly problems: readonly SyntaxProblem[] };

/** The parser's answer, or the syntax errors. */
function askParser(swc: Swc, text: string, file: string): Answered {
  const options = parserOptions(file);
  const deep = findDeepNesting(text, file);
  const long = findLongLine(text);
  if (deep || long !== undefined) {
    const apart = callApart({ swc, name: 'parseSync', text, options });
    // because this is what it answers
    if (apart.kind === 'answer')
      return { kind: 'answer', answer: apart.answer as string | Program };
    // A text that is nested too deeply is reported as that, and not for a missing bracket.
    if (deep && (apart.kind === 'ended' || deep.isBeyondAny))
      return { kind: 'problems', problems: [nestedTooDeeply(deep.at)] };
    const problems =
      apart.kind === 'ended' ? [unknownError(long ?? 0)] : readSyntaxProblems(apart.message, text);
    return { kind: 'problems', problems };
  }
  try {
    const answer = swc.parse(text, options) as string | Program; // because swc's own types promise this shape
    return { kind: 'answer', answer };
  } catch (error) {
    return { kind: 'problems', problems: readSyntaxProblems(messageOf(error), text) };
  }
}

/** Options for turning a module into JavaScript for esbuild and Node.js. */
export type LowerOptions = {
  readonly text: string;
  /** The file name. Its extension decides the syntax, and it is in the source map. */
  readonly file: string;
  readonly decorators: 'standard' | 'legacy';
  readonly emitsMetadata: boolean;
  /** `verbatimModuleSyntax`; otherwise imports that only types use are dropped, as TypeScript does. */
  readonly keepsUnusedImports?: boolean;
  /** `useDefineForClassFields` is off: fields are assigned, as before ES2022. */
  readonly assignsFields?: boolean;
  /** The settings of JSX. */
  readonly jsx?: JsxSettings;
  /** The JSON of a source map of `text`; the answer's map is composed with it. */
  readonly inputSourceMap?: string;
};

export type Lowered = { readonly code: string; readonly map: string };

/**
 * Lowers types, decorators and JSX: what keeps JSX drops the imports that only JSX uses. Throws for text that cannot be
 * parsed: a module comes here only after {@link parseModule} has taken it.
 */
export function lowerModule(options: LowerOptions): Lowered {
  const { code, map } = transform(options);
  return { code, map: map ?? '' };
}

type Transformed = ReturnType<Swc['transform']>;

function transform(options: LowerOptions): Transformed {
  const { text, file } = options;
  const json = JSON.stringify(transformOptions(options));
  const deep = findDeepNesting(text, file);
  const swc = theSwc();
  if (!deep) return swc.transform(text, json);
  const apart = callApart({ swc, name: 'transformSync', text, options: json });
  if (apart.kind === 'answer') return apart.answer as Transformed; // because that is what it answers
  throw new Error(apart.kind === 'refused' ? apart.message : nestedTooDeeply(deep.at).message);
}

function transformOptions(options: LowerOptions): object {
  const isLegacy = options.decorators === 'legacy';
  return {
    filename: options.file,
    swcrc: false,
    configFile: false,
    sourceMaps: true,
    isModule: true,
    ...(options.inputSourceMap !== undefined && { inputSourceMap: options.inputSourceMap }),
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
  // swc refuses options of the other JSX runtime.
  return jsx === 'automatic'
    ? {
        runtime: 'automatic',
        ...(jsxImportSource !== undefined && { importSource: jsxImportSource }),
      }
    : {
        runtime: 'classic',
        ...(jsxFactory !== undefined && { pragma: jsxFactory }),
        ...(jsxFragment !== undefined && { pragmaFrag: jsxFragment }),
      };
}

/** The encoded parser options of swc, by what the file extension says. */
const ENCODED = new Map<string, string>();

function parserOptions(file: string): string {
  const extension = extensionOf(file);
  let options = ENCODED.get(extension);
  if (!options) {
    const isModule = extension === '.cjs' ? 'commonjs' : true;
    options = JSON.stringify({ ...parserOf(file), target: 'es2022', isModule });
    ENCODED.set(extension, options);
  }
  return options;
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

/**
 * The JSON of the tree without the source text, which swc appends to its answer. The text begins at most twice its
 * length before the end, unless most of it is escaped. When it is not found, the whole answer is returned.
 */
function programOf(answer: string, text: string): string {
  const end = answer.indexOf(
    CONTEXT,
    Math.max(0, answer.length - 2 * text.length - CONTEXT.length - 99),
  );
  return end < 0 ? answer : answer.slice(PROGRAM.length, end);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
