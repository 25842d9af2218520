// Lists of middleware: the `middleware` option of the application, of routes and of lambda functions
// (docs/decisions/middleware.md).
import type { Kind } from '../../declarations/kind.js';
import { type SourceSpan, code, diagnose } from '../../diagnostics/diagnostic.js';
import {
  decodeItems,
  foundValue,
  notStatic,
  rejected,
  sound,
  wrongType,
  type Decoded,
} from '../../values/decoded.js';
import type { DefaultedOption } from '../../values/options.js';
import type {
  ProviderOptionsValue,
  StaticValue,
  UnknownReason,
} from '../../values/static-value.js';
import { ERROR_FORMAT } from '../format/format.js';
import * as texts from './catalogue.js';
import { checkSecurity, PROVIDER } from './provider-security.js';

/** The export of this package that creates middleware from a function. */
export const MIDDLEWARE = 'middleware';

/** The entry point of this package that exports ready-made middleware. */
export const READY_MADE = 'framework/middleware';

/** What the middleware in a list runs around: HTTP views, lambda functions, or both. */
type Around = 'http' | 'event' | 'both';

export type Listed = {
  /** The call that creates the middleware; undefined if it is the result of a package or of a function of the project. */
  readonly origin: SourceSpan | undefined;
  readonly at: SourceSpan;
  /** The options of a provider, if any. */
  readonly provider?: ProviderOptionsValue;
};

export function middlewareOption(
  around: Around,
  meaning: string,
): DefaultedOption<readonly Listed[]> {
  return {
    decode: (value) =>
      value.kind === 'list'
        ? decodeItems(value, (item) => decodeItem(item, around))
        : wrongType(texts.middlewareType, value),
    problems: [
      texts.middlewareType,
      texts.notMiddleware,
      texts.otherMiddleware,
      texts.unreadMiddleware,
    ],
    schema: { type: 'array' },
    absent: [],
    meaning,
  };
}

function decodeItem(item: StaticValue, around: Around): Decoded<Listed> {
  const { at } = item;
  if (item.kind === 'unknown') return decodeUnknown(item, at);
  if (item.kind !== 'instance' || !item.origin || !MADE.test(item.name))
    return refused(foundValue(item), hintOf(item), at);
  const isEvent = item.name === `${MIDDLEWARE}.event`;
  if (around !== 'both' && isEvent !== (around === 'event'))
    return rejected(diagnose(texts.otherMiddleware, { isEvent }, { at }));
  const { provider } = item;
  return sound({ origin: item.origin, at, ...(provider && { provider }) });
}

function hintOf(item: StaticValue): string | undefined {
  return item.kind === 'instance' && item.name === ERROR_FORMAT
    ? 'An error format is the option `errors`: `{ errors: failures }`.'
    : undefined;
}

/** Matches `middleware` and those of its members that create middleware. */
const MADE = new RegExp(`^${MIDDLEWARE}(?![^.])`);

/** Accepts an export of a package, or the result of a function, as middleware. TypeScript checks that it is. */
function decodeUnknown(
  { reason, isSpread, provider }: StaticValue & { readonly kind: 'unknown' },
  at: SourceSpan,
): Decoded<Listed> {
  if (reason.kind === 'expression' && reason.isFunction === true)
    return refused('a function', `Write ${code(`middleware(${reason.text})`)}.`, at);
  if (reason.kind === 'outside-project' && reason.module === READY_MADE)
    return refused('what makes one', `Call it: ${code(`${reason.name}()`)}.`, at);
  const isBelieved = isSpread !== true && isFromElsewhere(reason);
  if (!isBelieved) return rejected(notStatic(reason, at));
  const name = unreadPackage(reason);
  return {
    value: { origin: undefined, at, ...(provider && { provider }) },
    findings: name === undefined ? [] : [diagnose(texts.unreadMiddleware, { name }, { at })],
  };
}

/** Returns the package's name if the compiler cannot read it, because it does not list this package as a dependency. */
function unreadPackage(reason: UnknownReason): string | undefined {
  if (reason.kind !== 'call' && reason.kind !== 'outside-project') return undefined;
  // A package that is not installed is reported separately.
  if (reason.isMissing === true) return undefined;
  return /^(?:@[^/]+\/)?[^./@][^/]*/.exec(reason.module ?? '')?.[0];
}

function isFromElsewhere(reason: UnknownReason): boolean {
  if (reason.kind === 'call') return reason.callee !== undefined;
  return reason.kind === 'outside-project' && reason.module !== 'framework';
}

/** The name for middleware that is created inside a list. */
const IN_LIST = 'in a list';

/** Returns the name of the middleware at a position of the list: `limited` for `limited(100)`. */
export function layerName({ origin, at }: Listed, texts: ReadonlyMap<string, string>): string {
  const text = texts.get(at.file)?.slice(at.start, at.end) ?? '';
  const name = /^[\w$.]+/.exec(text)?.[0];
  const isInList = origin?.start === at.start && origin.file === at.file;
  return name === undefined || (isInList && /^middleware\b/.test(name)) ? IN_LIST : name;
}

function refused(found: string, hint: string | undefined, at: SourceSpan): Decoded<never> {
  return rejected(diagnose(texts.notMiddleware, { found, hint }, { at }));
}

/** Returns the message for a related location of {@link texts.missingProvider}. */
export function stepMessage(name: string): string {
  return `${code(name)} is used here.`;
}

export const MIDDLEWARE_KIND: Kind = {
  members: [],
  classes: [],
  options: { 'middleware.provide(run, { ... })': PROVIDER.table },
  rules: [
    checkSecurity,
    ({ providerReads }) =>
      providerReads.flatMap(({ name, at, reader, outside, steps }) => {
        if (!outside) return [];
        const data = { name, kind: outside, reader: 'an error format', isBehind: false };
        const made = { message: 'The format is created here.', at: reader };
        const used = steps.map((step) => ({ message: stepMessage(step.name), at: step.at }));
        const related = outside === 'format' ? [made, ...used] : [];
        return [diagnose(texts.missingProvider, data, { at, related })];
      }),
    ({ unfollowedProviders }) =>
      unfollowedProviders.map((at) => diagnose(texts.unfollowedProvider, {}, { at })),
  ],
  catalogue: Object.values(texts),
  definitions: {},
};
