// Edits the text of a module so that each class registers its views in one call (docs/decisions/bound-views.md). A TC39 method
// decorator cannot do this: it has no access to its class, and minified code does not contain the parameter names.
import MagicString from 'magic-string';
import type {
  CallBinding,
  ClassBinding,
  ListSource,
  TextRange,
  ViewBinding,
} from '../compiler/facts/bind-declarations.js';
import type { BoundInputs } from '../compiler/declarations/declared-type.js';
import type { BoundView } from '../runtime/contract/binding.js';
import { callCode, classCode, lateCode, sourcesCode } from './row-code.js';

export type BindOptions = {
  /** True if `emitDecoratorMetadata` is enabled, which emits metadata for a view only if a decorator remains on it. */
  readonly keepsMetadata: boolean;
  /** How the remaining decorators are lowered. */
  readonly decorators: 'standard' | 'legacy';
  /** Writes the rows for views as JSON that is parsed during a request, so that a bundle with many views loads faster. */
  readonly isLate?: boolean;
};

/** The changed text and its source map (JSON), with `file` in `sources`. Without a map, lines and columns are unchanged. */
export type BoundSource = { readonly code: string; readonly map: string | undefined };

/** The text of a module, and its name in source maps. */
export type SourceText = { readonly file: string; readonly text: string };

/**
 * Removes the decorators of views and adds `app.$(Class, views, functions)` after each class; `app.$call(row)` replaces
 * `app.route(...)`. Other code keeps its line and column if possible, because a source map takes longer than everything else.
 */
export function bindViews(
  source: SourceText,
  bindings: readonly ViewBinding[],
  options: BindOptions,
): BoundSource {
  const edited = new MagicString(source.text);
  const isMoved = bindings
    .map((binding) =>
      binding.form === 'call' ? bindCall(edited, binding) : bindClass(edited, binding, options),
    )
    .includes('moved');
  const map = isMoved
    ? edited.generateMap({ source: source.file, includeContent: true, hires: true }).toString()
    : undefined;
  return { code: edited.toString(), map };
}

/** Whether an edit moves the code that follows it to another line or column. */
type Effect = 'moved' | 'kept';

function bindCall(edited: MagicString, { app, callee, row, lists }: CallBinding): Effect {
  const call =
    'view' in row
      ? `$call(${callCode(row).code})`
      : `$callFunction(${JSON.stringify(row.function)})`;
  const sources = 'function' in row && row.source ? [row.source] : [];
  const made = noting(`${app}.${call}`, { app, sources }) ?? `${app}.${call}`;
  const listed = listing(edited.original, { app, lists, made });
  edited.overwrite(callee.start, callee.end, listed === '' ? made : listed);
  return 'moved';
}

/** Returns the call `app.$on(sources, made)`, which returns `made`; undefined if there are no event sources. */
function noting(
  made: string | undefined,
  { app, sources = [] }: Pick<ClassBinding, 'app' | 'sources'>,
): string | undefined {
  if (sources.length === 0) return undefined;
  const rows = `${sourcesCode(sources).code}(${app}.$adapters)`;
  return `${app}.$on(${made === undefined ? rows : `${rows}, ${made}`})`;
}

/** Returns the call `app.$list(lists, made)`, which returns `made`; empty if there are no lists to copy from the source. */
function listing(
  text: string,
  { app, lists, made }: Pick<ViewBinding, 'app' | 'lists'> & { readonly made?: string },
): string {
  if (lists.length === 0) return '';
  const valueOf = ({ start, end, isOptions }: ListSource, option: string): string => {
    const written = text.slice(start, end);
    // A line comment ends only at a line break.
    const value = written.includes('//') ? `${written}\n` : written;
    return isOptions ? `(${value}).${option}` : value;
  };
  const items = lists.map(({ key, source, errors }) => {
    const list = source && valueOf(source, 'middleware');
    const format = errors && valueOf(errors, 'errors');
    const all =
      format === undefined ? list : list === undefined ? `[${format}]` : `[...${list}, ${format}]`;
    return `[${JSON.stringify(key)}, ${all ?? '[]'}]`;
  });
  return `${app}.$list([${items.join(', ')}]${made === undefined ? '' : `, ${made}`})`;
}

function bindClass(edited: MagicString, binding: ClassBinding, options: BindOptions): Effect {
  const effects = binding.decorators.map((decorator) => {
    const stays = options.keepsMetadata || joinsLines(edited.original, decorator);
    const inert = `${binding.app}._`;
    return blankOut(edited, decorator, decorator.isItem ? inert : stays ? `@${inert}` : '');
  });
  const { start, end } = binding.class;
  const name = binding.class.name ?? nameDefaultClass(edited, start, options);
  const list = listing(edited.original, binding);
  const lines = (owner: string): string =>
    registration(binding, { ...options, owner }) + (list === '' ? '' : ` ${list};`);
  const isAnonymous = binding.class.name === undefined;
  if (name === undefined) edited.appendLeft(end - 1, `;static{${lines('this')}}`);
  else edited.appendLeft(end, ` ${lines(name)}`);
  const isLast = /^[ \t]*;?[ \t]*(?:\/\/.*)?(?:\r?\n|$)/.test(
    edited.original.slice(end, end + 200),
  );
  const isKept = isLast && !isAnonymous && !list.includes('\n');
  return isKept && !effects.includes('moved') ? 'kept' : 'moved';
}

/** Replaces a decorator with `head` and spaces, but keeps its line breaks. */
function blankOut(edited: MagicString, { start, end }: TextRange, head: string): Effect {
  const text = edited.original.slice(start, end);
  const isBroken = /[\r\n]/.test(text.slice(0, head.length));
  const rest = text.slice(head.length).replace(/[^\r\n]/g, ' ');
  edited.overwrite(start, end, isBroken ? `${head} ` : head + rest);
  return isBroken ? 'moved' : 'kept';
}

function registration(
  binding: ClassBinding,
  { owner, isLate = false }: Pick<BindOptions, 'isLate'> & { readonly owner: string },
): string {
  const { app, functions } = binding;
  const late = isLate ? lateCode(binding) : undefined;
  const { code } = classCode(binding);
  const rows = functions.length > 0 ? [code, JSON.stringify(functions)] : [code];
  const noted = noting(undefined, binding);
  const call =
    late === undefined
      ? `${app}.$(${owner}, ${rows.join(', ')});`
      : `${app}.$late(${owner}, ${late});`;
  return noted === undefined ? call : `${call} ${noted};`;
}

/** Returns the names of the runtime members that a module's bound code uses, or that call the module's views. */
export function boundNames(
  { text, bindings }: { readonly text: string; readonly bindings: readonly ViewBinding[] },
  { keepsMetadata, isLate = false }: Pick<BindOptions, 'keepsMetadata' | 'isLate'>,
): readonly string[] {
  return bindings.flatMap((binding) => {
    const listed = binding.lists.length > 0 ? ['$list'] : [];
    if (binding.form === 'call') {
      const { row } = binding;
      return 'view' in row
        ? [...listed, '$call', ...viewNames(row.view, row.inputs), ...callCode(row).names]
        : [...listed, '$callFunction', ...(row.source ? sourcesCode([row.source]).names : [])];
    }
    const stays = keepsMetadata || binding.decorators.some((range) => joinsLines(text, range));
    return [
      isLate && lateCode(binding) !== undefined ? '$late' : '$',
      ...listed,
      ...(stays || binding.decorators.some(({ isItem }) => isItem) ? ['_'] : []),
      ...(binding.functions.length > 0 ? ['$functions'] : []),
      ...binding.views.flatMap((view) => viewNames(view, binding.inputs?.get(view))),
      ...classCode(binding).names,
      ...(binding.sources ? sourcesCode(binding.sources).names : []),
    ];
  });
}

/** The runtime features that send each kind of stream. */
const STREAM_NAMES: Readonly<Record<NonNullable<BoundView[8]>, readonly string[]>> = {
  sse: ['$streamEvents'],
  ndjson: ['$streamLines'],
  text: ['$streamRaw'],
  bytes: ['$streamRaw'],
  any: ['$streamAny', '$streamEvents', '$streamLines', '$streamRaw'],
};

function viewNames(
  [, , methods, parameters, , , , , stream]: BoundView,
  inputs: BoundInputs | undefined,
): readonly string[] {
  return [
    ...(parameters.length > 0 && !inputs ? ['$captures'] : []),
    ...(methods.includes('HEAD') ? ['$head'] : []),
    ...(stream ? ['$stream', ...STREAM_NAMES[stream]] : []),
  ];
}

/**
 * Names an anonymous default class as `tsc` does, so that it can be registered after its closing brace like any other class. A
 * legacy class decorator may replace the class after its static blocks have run.
 */
function nameDefaultClass(
  edited: MagicString,
  start: number,
  { decorators }: BindOptions,
): string | undefined {
  if (decorators !== 'legacy' || !isDefaultExport(edited.original, start)) return undefined;
  const keyword = /^(?:abstract\s+)?class\b/.exec(edited.original.slice(start))?.[0];
  if (keyword === undefined) return undefined;
  const name = freeName(edited.original);
  edited.appendLeft(start + keyword.length, ` ${name}`);
  return name;
}

/** Returns `default_1`, or the next name of this form that does not occur in the text. */
function freeName(text: string): string {
  let number = 1;
  while (text.includes(`default_${number}`)) number++;
  return `default_${number}`;
}

/** Returns true if there are only decorators between `export default` and `class`. */
function isDefaultExport(text: string, classStart: number): boolean {
  const parts = text.slice(0, classStart).split(/\bexport\s+default\b/);
  const between = parts.at(-1) ?? '';
  return (
    between.length < classStart &&
    /^\s*(?:@|abstract\s|$)/.test(between) &&
    !/\bclass\b/.test(between)
  );
}

/**
 * Returns true if the member, without its decorator, would be parsed as part of the preceding field: `x = 1` before `['y']()
 * {}` is one expression, and `get` before `y() {}` is a getter.
 */
function joinsLines(text: string, { start, end }: TextRange): boolean {
  return (
    /^(?:\s|\/\/.*|\/\*[^]*?\*\/)*(?:[[*]|(?:in|instanceof)\b)/.test(text.slice(end, end + 500)) ||
    /[{};\n]\s*(?:get|set|static|async|accessor|declare|readonly)\s*$/.test(text.slice(0, start))
  );
}

/** Returns the text with its source map, if there is one, as a comment at the end. */
export function withInlineMap({ code, map }: BoundSource): string {
  if (map === undefined) return code;
  const data = Buffer.from(map).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${data}\n`;
}
