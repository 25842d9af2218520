// Values that must be known without running the program, and are not (design.md 4.13): each one at the very
// sub-expression, with what would be static in its place.
import * as texts from '../values/static-value-catalogue.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { entryOf, type StaticValue, type UnknownReason } from '../values/static-value.js';

export function checkStaticValues(facts: AppFacts): Diagnostic[] {
  return valuesOf(facts)
    .filter(([value]) => value !== undefined && holdsUnknown(value))
    .flatMap(checkValue);
}

/** Nearly every value is static through and through, which is told faster than its parts are looked up by name. */
function holdsUnknown(value: StaticValue): boolean {
  switch (value.kind) {
    case 'unknown':
      return true;
    case 'list':
      return value.items.some(holdsUnknown);
    case 'object':
      return value.entries.some((entry) => holdsUnknown(entry.value));
    case 'instance':
      return value.arguments.some(holdsUnknown);
    default:
      return false;
  }
}

/** Which parts of a value are read. What stands where nothing is read has a diagnostic of its own. */
type Shape =
  | 'value'
  | 'list'
  | { readonly entries: Readonly<Record<string, Shape>> }
  | { readonly arguments: readonly Shape[] };

const AUTHORIZER: Shape = {
  entries: { header: 'value', providerArns: 'list', authorizerUri: 'value' },
};

const CORS: Shape = {
  entries: {
    allowOrigin: 'value',
    allowHeaders: 'list',
    exposeHeaders: 'list',
    maxAge: 'value',
    allowCredentials: 'value',
  },
};

const ROUTE: Shape = {
  entries: {
    methods: 'list',
    contentTypes: 'list',
    cors: { arguments: [CORS] },
    apiKeyRequired: 'value',
    authorizer: { arguments: ['value', AUTHORIZER] },
    authorizerName: 'value',
  },
};

type Read = readonly [value: StaticValue | undefined, shape: Shape];

/** All but `app.debug`, which may be decided at run time. */
function valuesOf({ apps, routes, functions, authorizers, changes }: AppFacts): readonly Read[] {
  return [
    ...apps.map((app): Read => [app.arguments[0], { entries: { appName: 'value' } }]),
    ...routes.flatMap(({ path, options }): Read[] => [
      [path, 'value'],
      [options, ROUTE],
    ]),
    ...functions.map(({ options }): Read => [options, { entries: { name: 'value' } }]),
    ...authorizers.flatMap(({ name, options }): Read[] => [
      [name, 'value'],
      [options, AUTHORIZER],
    ]),
    ...changes
      .filter(({ kind, operation }) => kind === 'binaryTypes' && operation !== 'dynamic')
      .filter(({ isConditional }) => !isConditional)
      .map(({ value }): Read => [value, 'list']),
  ];
}

function checkValue([value, shape]: Read): Diagnostic[] {
  if (value?.kind === 'unknown') return [report(value.reason, value.at)];
  if (!value || shape === 'value') return [];
  return partsOf(value, shape).flatMap(checkValue);
}

function partsOf(value: StaticValue, shape: Exclude<Shape, 'value'>): readonly Read[] {
  if (shape === 'list') {
    return value.kind === 'list' ? value.items.map((item): Read => [item, 'value']) : [];
  }
  if ('arguments' in shape) {
    if (value.kind !== 'instance') return [];
    return shape.arguments.map((part, index): Read => [value.arguments[index], part]);
  }
  return Object.entries(shape.entries).map(([name, part]): Read => [
    entryOf(value, name)?.value,
    part,
  ]);
}

function report(reason: UnknownReason, at: SourceSpan): Diagnostic {
  switch (reason.kind) {
    case 'call':
      return diagnose(texts.callResult, reason, { at });
    case 'reassigned':
      return diagnose(texts.reassignedVariable, reason, { at });
    case 'parameter':
      return diagnose(texts.parameterValue, reason, { at });
    case 'unresolved':
      return diagnose(texts.unresolvedName, reason, { at });
    case 'outside-project':
      return diagnose(texts.outsideProject, reason, { at });
    case 'environment':
      return diagnose(texts.environmentVariable, reason, { at });
    case 'missing-property':
      return diagnose(texts.missingProperty, reason, { at });
    case 'cycle':
      return diagnose(texts.constantCycle, reason, { at });
    case 'too-large':
      return diagnose(texts.tooLarge, reason, { at });
    case 'expression':
      return diagnose(texts.otherExpression, reason, { at });
  }
}
