// The application object: `new Framework({ appName })`, `app.debug` and `app.api` (specification 2.1, 4.4, 4.5).
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { DEFAULT_BINARY_TYPES, mediaTypeOf } from '../../../runtime/contract/media-types.js';
import type { AppChange, AppDeclaration, AppFacts } from '../../declarations/app-facts.js';
import { type Kind, positionOf, unchecked } from '../../declarations/kind.js';
import { compareTexts } from '../../groups.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import {
  flag,
  text,
  wrongType,
  decodeItems,
  refuse,
  type Decoded,
  type JsonSchema,
  objectSchema,
} from '../../values/decoded.js';
import {
  decodeOptions,
  schemasOf,
  type OptionsObject,
  type OptionTable,
} from '../../values/options.js';
import {
  type StaticText,
  type StaticValue,
  type StaticList,
  replaceSource,
} from '../../values/static-value.js';
import { type DeclaredFormat, formatOption } from '../format/format.js';
import { type Listed, middlewareOption } from '../middleware/middleware.js';
import { CORS_OPTION } from '../cors/cors.js';
import * as texts from './catalogue.js';

type FrameworkOptions = {
  readonly appName: string;
  readonly middleware: readonly Listed[];
  readonly errors?: DeclaredFormat;
};

const FRAMEWORK: OptionsObject<FrameworkOptions> = {
  table: {
    appName: {
      ...text(texts.appNameType, checkName),
      problems: [texts.appNameMissing, texts.appNameType, texts.appNameCharacters],
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
      missing: ({ at }) => diagnose(texts.appNameMissing, {}, { at }),
      meaning: 'The name of the application. The names of its resources start with it.',
    },
    middleware: middlewareOption(
      'both',
      'Middleware around every view and every lambda function, outermost first. View middleware wraps views; event middleware wraps functions.',
    ),
    errors: formatOption('The format of error bodies for every view, created with `errorFormat`.'),
  },
  unknownOption: texts.unknownAppOption,
  wrongType: (value) => {
    // The string in `new Framework('helloworld')` is the name of the application, so the fix can write the whole options
    // object.
    const fix =
      value.kind === 'string'
        ? replaceSource(value.at, {
            title: 'Write an options object',
            text: `{ appName: '${value.value}' }`,
          })
        : undefined;
    return diagnose(texts.appArguments, {}, { at: value.at, fix });
  },
};

/** The names of AWS resources begin with this name, so it must be valid in all of them (docs/decisions/cloud-names.md). */
function checkName({ value: name, at }: StaticText): readonly Diagnostic[] {
  return /^[A-Za-z0-9_-]+$/.test(name) ? [] : [diagnose(texts.appNameCharacters, { name }, { at })];
}

/** The settings that can be assigned, as in `app.debug = true`. */
type Settings = Pick<Manifest['app'], 'debug' | 'binaryTypes'>;

// Lists of media types: the content types of a route, and the binary types of the application (specification 4.1, 4.4).

/** A type and a subtype. Each is a token (RFC 9110 section 5.6.2), without the `*` that media ranges allow. */
const MEDIA_TYPE = /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+$/;

/** Tells whether a string is a media type, with or without parameters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(mediaTypeOf(text));
}

/** Decodes a list to lower-case media types without parameters; `name` is the list's name in messages. */
export function decodeMediaTypes(list: StaticList, name: string): Decoded<readonly string[]> {
  return decodeItems(list, (item) => decodeMediaType(item, name));
}

function decodeMediaType(item: StaticValue, list: string): Decoded<string> {
  const { at } = item;
  if (item.kind !== 'string') {
    return refuse(item, (found) => diagnose(texts.mediaTypeType, { list, found }, { at }));
  }
  const data = { list, mediaType: item.value };
  const findings = isMediaType(item.value) ? [] : [diagnose(texts.invalidMediaType, data, { at })];
  return { value: mediaTypeOf(item.value), findings };
}

const MEDIA_TYPE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  mediaType: { type: 'string', pattern: '^[^\\s/;A-Z]+/[^\\s/;A-Z]+$' },
};

const SETTINGS = {
  debug: {
    ...flag(texts.debugType),
    problems: [texts.debugType, texts.debugUnknown],
    schema: {
      description:
        'Whether the response to an unhandled error contains its stack trace, if the source determines it.',
      type: 'boolean',
    },
    absent: false,
    mayBeUnknown: true,
    meaning: 'If true, the response to an unhandled error contains the stack trace.',
  },
  binaryTypes: {
    decode: (value) =>
      value.kind === 'list'
        ? decodeMediaTypes(value, 'api.binaryTypes')
        : wrongType(texts.binaryTypesType, value),
    problems: [
      texts.binaryTypesType,
      texts.mediaTypeType,
      texts.invalidMediaType,
      texts.untraceableChange,
      texts.conditionalChange,
    ],
    schema: {
      description: 'Media types treated as binary, sorted.',
      type: 'array',
      items: { $ref: '#/definitions/mediaType' },
      uniqueItems: true,
    },
    absent: DEFAULT_BINARY_TYPES,
    meaning: 'Media types whose bodies are binary.',
  },
} satisfies OptionTable<Settings>;

/** Decodes `app.api.cors`. In the manifest it is part of each route. */
const API_CORS = {
  ...CORS_OPTION,
  problems: [...CORS_OPTION.problems, texts.untraceableChange, texts.conditionalChange],
  meaning: 'The default for the `cors` option of routes; a route or a blueprint can override it.',
};

function checkCount(facts: AppFacts): readonly Diagnostic[] {
  const [first, ...others] = facts.apps;
  if (!first) return reportNoApp(facts);
  const related = [{ message: 'The first application object is created here.', at: first.at }];
  return others.map(({ name, at }) => diagnose(texts.secondApp, { name }, { at, related }));
}

/** Reports nothing if a file could not be read or found, because that file may declare the application. */
function reportNoApp({ entry, problems, mistakenApp: found }: AppFacts): readonly Diagnostic[] {
  const start = { file: entry, start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const at = found?.at ?? start;
  return problems.length > 0 ? [] : [diagnose(texts.noApp, { entry, found }, { at })];
}

function checkArguments({ arguments: given, at }: AppDeclaration): readonly Diagnostic[] {
  const [options, extra] = given;
  if (!options || options.kind === 'undefined') return [diagnose(texts.appNameMissing, {}, { at })];
  if (extra && options.kind === 'object')
    return [diagnose(texts.appArguments, {}, { at: extra.at })];
  return decodeOptions(options, FRAMEWORK).findings;
}

/** Reports an application without views. Its views are most likely in a module that is never imported. */
function checkNothingDeclared({ apps: [app], views, problems }: AppFacts): readonly Diagnostic[] {
  if (!app || problems.length > 0 || views.length > 0) return [];
  return [diagnose(texts.nothingDeclared, { name: app.name }, { at: app.at })];
}

/** Reports an `app.debug` that is decided at run time, because the manifest cannot express it. */
function checkDebug({ operation, value, isConditional, at }: AppChange): readonly Diagnostic[] {
  if (operation !== 'assign' || isConditional || !value || value.kind === 'unknown') {
    return [diagnose(texts.debugUnknown, {}, { at })];
  }
  return SETTINGS.debug.decode(value).findings;
}

/** Reports changes to `app.api` that the compiler cannot follow: the rules and the manifest need its final value. */
function checkApi(
  { kind, operation, value, isConditional, at }: AppChange,
  app: string,
): readonly Diagnostic[] {
  const subject = `${app}.api.${kind}`;
  if (operation === 'dynamic' || !value) {
    return [diagnose(texts.untraceableChange, { subject }, { at })];
  }
  if (isConditional) return [diagnose(texts.conditionalChange, { subject }, { at })];
  return (kind === 'cors' ? API_CORS : SETTINGS.binaryTypes).decode(value).findings;
}

/** Returns the last known value that is assigned to `app.debug`. */
function readDebug({ changes }: AppFacts, app: number): boolean {
  const values = changes.flatMap(({ app: changed, kind, isConditional, value }) =>
    changed === app && kind === 'debug' && !isConditional && value?.kind === 'boolean'
      ? [value.value]
      : [],
  );
  return values.at(-1) ?? SETTINGS.debug.absent;
}

/** Returns the binary types in program order, without duplicates; undefined if the compiler cannot follow a change. */
export function readBinaryTypes({ changes }: AppFacts, app: number): readonly string[] | undefined {
  let types: readonly string[] = SETTINGS.binaryTypes.absent;
  for (const { app: changed, kind, operation, isConditional, value } of changes) {
    if (changed !== app || kind !== 'binaryTypes') continue;
    const values = value && SETTINGS.binaryTypes.decode(value).value;
    if (!values || operation === 'dynamic' || isConditional) return undefined;
    types = operation === 'push' ? [...types, ...values] : values;
  }
  return [...new Set(types)];
}

/** Returns `app.api.cors` as written; undefined if it is absent or invalid. */
export function corsDefault(changes: readonly AppChange[], app: number): StaticValue | undefined {
  const last = changes.findLast((change) => change.app === app && change.kind === 'cors');
  return last?.value && checkApi(last, '').length === 0 ? last.value : undefined;
}

/** Returns the application's list of middleware; undefined if its options are invalid. */
export function commonMiddleware({ apps }: AppFacts, app: number): readonly Listed[] | undefined {
  return decodeOptions(apps[app]?.arguments[0], FRAMEWORK).value?.middleware;
}

function buildApp(facts: AppFacts): Manifest['app'] {
  const [app] = facts.apps;
  const options = decodeOptions(app?.arguments[0], FRAMEWORK).value;
  const binaryTypes = readBinaryTypes(facts, 0);
  if (!app || !options || !binaryTypes) throw unchecked('the application');
  return {
    name: options.appName,
    debug: readDebug(facts, 0),
    binaryTypes: binaryTypes.toSorted(compareTexts),
    at: positionOf(app.at),
  };
}

export const APP: Kind = {
  // Members that declare nothing, but may be called or read.
  members: [
    '$',
    '$call',
    '$late',
    '_',
    'api',
    'appName',
    'constructor',
    'currentRequest',
    'debug',
    'hasOwnProperty',
    'log',
    'toString',
  ],
  classes: [],
  options: {
    'new Framework({ ... })': FRAMEWORK.table,
    'app.debug, app.api': { ...SETTINGS, cors: API_CORS },
  },
  rules: [
    checkCount,
    ({ apps }) => apps.flatMap(checkArguments),
    checkNothingDeclared,
    ({ changes }) => changes.filter(({ kind }) => kind === 'debug').flatMap(checkDebug),
    ({ apps, changes }) =>
      changes
        .filter(({ kind }) => kind !== 'debug')
        .flatMap((change) => checkApi(change, apps[change.app]?.name ?? 'app')),
  ],
  catalogue: Object.values(texts),
  manifest: {
    name: 'app',
    build: buildApp,
    schema: objectSchema(['name', 'debug', 'binaryTypes', 'at'], {
      name: FRAMEWORK.table.appName.schema,
      ...schemasOf(SETTINGS),
      at: { $ref: '#/definitions/position' },
    }),
  },
  definitions: MEDIA_TYPE_DEFINITIONS,
};
