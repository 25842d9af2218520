// The answers of errors in the format of their route (docs/guide/errors.md): their bodies have the type argument of
// `errorFormat`, and bad input its status.
import type { AppFacts } from '../declarations/app-facts.js';
import type { Type } from '../declarations/declared-type.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { LoadedModule } from '../facts/module-graph.js';
import { type DeclaredFormat, formatOf } from '../kinds/format/format.js';
import type { Route } from '../kinds/route/route.js';
import type { Analysis } from '../policy/analysis/analysis.js';
import { callsOfModules, type CallSite } from '../policy/analysis/calls/layers.js';
import type { TsType } from '../syntax/tree.js';
import { unknownFormat } from '../types/catalogue.js';
import type { ErrorAnswer } from './api-description.js';
import { UNKNOWN } from './inference.js';
import type { GatewayAnswer } from './other-answers.js';

/** How the errors of a route are answered. */
export type FormattedErrors = {
  /** Gives each error the status that it is answered with. */
  readonly placed: (error: ErrorAnswer) => ErrorAnswer;
  /** The type of the body of an error; undefined for the default body. */
  readonly bodyOf: (error: Pick<ErrorAnswer, 'hasProblems'>) => Type | undefined;
  /** The type of the body of an answer that the function, and not the gateway, makes by itself. */
  readonly bodyOfAnswer: (answer: GatewayAnswer) => Type | undefined;
};

export type FormatReader = {
  readonly of: (route: Route) => FormattedErrors;
  /** Formats whose type is not known, each with its place. */
  readonly notes: () => readonly Diagnostic[];
};

export function createFormatReader({
  facts,
  analysis,
  readType,
}: {
  readonly facts: AppFacts;
  readonly analysis: Analysis;
  readonly readType: (module: LoadedModule, node: TsType) => { readonly type: Type };
}): FormatReader {
  let calls: ReadonlyMap<string, CallSite> | undefined;
  const types = new Map<string, Type>();
  const unknown: SourceSpan[] = [];
  const typeOf = ({ origin }: DeclaredFormat): Type => {
    const key = `${origin.file}:${String(origin.start)}`;
    const known = types.get(key);
    if (known) return known;
    calls ??= callsOfModules(analysis);
    const site = calls.get(key);
    const node = site?.call.typeArguments?.params[0];
    if (!node) unknown.push(origin);
    const type = site && node ? readType(site.module, node).type : UNKNOWN;
    types.set(key, type);
    return type;
  };
  return {
    of: (route) => {
      const { invalidStatus, invalid, error } = formatOf(facts, route);
      return {
        placed: (answer) =>
          answer.hasProblems && answer.status === 400 && invalidStatus !== undefined
            ? { ...answer, status: invalidStatus }
            : answer,
        bodyOf: ({ hasProblems }) => {
          const format = hasProblems ? invalid : error;
          return format && typeOf(format);
        },
        bodyOfAnswer: ({ status }) => (status === 415 && error ? typeOf(error) : undefined),
      };
    },
    notes: () => unknown.map((at) => diagnose(unknownFormat, {}, { at })),
  };
}
