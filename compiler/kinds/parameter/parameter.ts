// Secrets and parameters: `const stripe = secret('stripe-key')`. A function reads the value from Systems Manager on demand.
import type { Manifest, ParameterEntry } from '../../../runtime/contract/manifest.js';
import {
  PARAMETER_KINDS,
  type ParameterKind,
  variableOf,
} from '../../../runtime/contract/parameters.js';
import type { AppFacts, MadeConstant } from '../../declarations/app-facts.js';
import { type Kind, positionOf, unchecked } from '../../declarations/kind.js';
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { compareTexts, valueFor } from '../../groups.js';
import { type Decoded, refuse, objectSchema } from '../../values/decoded.js';
import { entryOf, type StaticText } from '../../values/static-value.js';
import * as texts from './catalogue.js';

type DeclaredParameter = MadeConstant & { readonly maker: ParameterKind };

function declaredParameters({ made }: AppFacts): readonly DeclaredParameter[] {
  return made.filter((one): one is DeclaredParameter =>
    PARAMETER_KINDS.some((kind) => kind === one.maker),
  );
}

/** Decodes the name in a declaration. */
function nameOf({ maker, arguments: given = [], at }: DeclaredParameter): Decoded<string> {
  const [name = { kind: 'undefined', at } as const, extra] = given;
  if (!extra && name.kind === 'string')
    return { value: name.value, findings: checkName(maker, name) };
  return refuse(extra ?? name, (found) =>
    diagnose(texts.parameterName, { maker, found }, { at: (extra ?? name).at }),
  );
}

/**
 * The Systems Manager grammar for the part after `/<app>/<stage>/`:
 * docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html
 */
const NAME = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** Returns the reason why a name is invalid; undefined for a valid name. */
export function nameProblem(name: string): 'characters' | 'levels' | 'length' | undefined {
  if (!NAME.test(name)) return 'characters';
  if (name.split('/').length > texts.MOST_LEVELS) return 'levels';
  return name.length > texts.LONGEST_NAME ? 'length' : undefined;
}

function checkName(maker: ParameterKind, { value: name, at }: StaticText): readonly Diagnostic[] {
  const why = nameProblem(name);
  return why ? [diagnose(texts.parameterNameForm, { maker, name, why }, { at })] : [];
}

function checkDeclaration(declared: DeclaredParameter): readonly Diagnostic[] {
  const { maker, name: constant, isUsed, at } = declared;
  if (declared.arguments === undefined || constant === undefined)
    return [diagnose(texts.parameterPlace, { maker }, { at })];
  const { value: name, findings } = nameOf(declared);
  if (name === undefined || isUsed) return findings;
  return [...findings, diagnose(texts.parameterUnused, { maker, name, constant }, { at })];
}

/** Reports names that share a variable in `.env`. The same secret or parameter may be declared several times. */
function checkTwins(facts: AppFacts): readonly Diagnostic[] {
  const firsts = new Map<string, ParameterEntry & Pick<DeclaredParameter, 'at'>>();
  return declaredParameters(facts).flatMap((declared) => {
    const { maker: kind, at } = declared;
    const name = declared.arguments && nameOf(declared).value;
    if (name === undefined) return [];
    const variable = variableOf(name);
    const first = valueFor(firsts, variable, () => ({ kind, name, at }));
    if (first.kind === kind && first.name === name) return [];
    const data = { first: textOf(first), second: textOf({ kind, name }), variable };
    const related = [{ message: 'The first one is here.', at: first.at }];
    return [diagnose(texts.parameterTwice, data, { at, related })];
  });
}

function textOf({ kind, name }: Pick<ParameterEntry, 'kind' | 'name'>): string {
  return `${kind}('${name}')`;
}

/** Systems Manager reserves names with these prefixes. The names of a stage begin with the name of the application. */
const RESERVED = /^(?:aws|ssm)/i;

function checkAppName(facts: AppFacts): readonly Diagnostic[] {
  const [first] = declaredParameters(facts);
  const value = entryOf(facts.apps[0]?.arguments[0], 'appName')?.value;
  if (!first || value?.kind !== 'string' || !RESERVED.test(value.value)) return [];
  const data = { maker: first.maker, name: value.value, why: 'application' } as const;
  return [diagnose(texts.parameterNameForm, data, { at: first.at })];
}

function build(facts: AppFacts): Manifest['parameters'] {
  const entries = new Map<string, ParameterEntry>();
  for (const declared of declaredParameters(facts)) {
    const { maker: kind, at } = declared;
    const name = nameOf(declared).value;
    if (name === undefined) throw unchecked('a secret');
    if (!entries.has(name)) entries.set(name, { kind, name, at: positionOf(at) });
  }
  if (entries.size === 0) return undefined;
  return [...entries.values()].toSorted((left, right) => compareTexts(left.name, right.name));
}

export const PARAMETER: Kind = {
  members: [],
  classes: [],
  made: PARAMETER_KINDS,
  options: {},
  rules: [(facts) => declaredParameters(facts).flatMap(checkDeclaration), checkTwins, checkAppName],
  catalogue: [
    texts.parameterPlace,
    texts.parameterName,
    texts.parameterNameForm,
    texts.parameterTwice,
    texts.parameterUnused,
  ],
  manifest: {
    name: 'parameters',
    isOptional: true,
    build,
    schema: {
      description: 'Secrets and parameters, each once, sorted by name.',
      type: 'array',
      items: { $ref: '#/definitions/parameter' },
    },
  },
  definitions: {
    parameter: objectSchema(['kind', 'name', 'at'], {
      kind: { enum: PARAMETER_KINDS },
      name: { type: 'string', pattern: NAME.source },
      at: { $ref: '#/definitions/position' },
    }),
  },
};
