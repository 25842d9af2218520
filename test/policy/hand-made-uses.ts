// Creates uses of the SDK manually, and prints their policy as lines, to test the mapping without the analyzer.
import { generatePolicy, type PolicyRequest } from '../../compiler/policy/generate-policy.js';
import type {
  InputValue,
  SdkUse,
  SdkUseKind,
  TextPattern,
  GeneratedPolicy,
  PolicyDocument,
} from '../../compiler/policy/sdk-use.js';
import { placeAt } from '../support/hand-made-facts.js';

export const UNKNOWN: InputValue = { kind: 'unknown' };

/** Converts plain data to an input: strings, lists and objects are fully known; `undefined` is unknown. */
export function inputOf(value: unknown): InputValue {
  if (value === undefined) return UNKNOWN;
  if (typeof value === 'string') return { kind: 'text', values: [[value]] };
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return { kind: 'other', value };
  }
  if (value instanceof Pattern) return { kind: 'text', values: [value.pieces] };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(inputOf), isOpen: false };
  const entries = Object.entries(value).map(([name, item]) => [name, inputOf(item)] as const);
  return { kind: 'object', entries: Object.fromEntries(entries), isOpen: false };
}

class Pattern {
  readonly pieces: TextPattern;
  constructor(pieces: TextPattern) {
    this.pieces = pieces;
  }
}

/** Creates a string in which `undefined` stands for an unknown part. */
export function text(...pieces: TextPattern): unknown {
  return new Pattern(pieces);
}

type Given = Partial<Omit<SdkUse, 'inputs'>> & { readonly inputs?: readonly InputValue[] };

export function useOf(kind: SdkUseKind, call: string, given: Given = {}): SdkUse {
  const [packageName = '', name = ''] = call.split(' ');
  return {
    kind,
    package: packageName.includes('/') ? packageName : `@aws-sdk/client-${packageName}`,
    name,
    inputs: [UNKNOWN],
    at: placeAt(0, 1),
    file: 'app.ts',
    ...given,
  };
}

/** Creates the use of a command such as `s3 PutObject`, with plain data as its input. */
export function command(call: string, ...inputs: readonly unknown[]): SdkUse {
  return useOf('command', call, inputs.length > 0 ? { inputs: inputs.map(inputOf) } : {});
}

export function generated(
  uses: readonly SdkUse[],
  more: Partial<PolicyRequest> = {},
): GeneratedPolicy {
  return generatePolicy({
    uses: { uses, unresolved: [], reachedBy: {} },
    functions: undefined,
    hasVpc: false,
    base: undefined,
    ...more,
  });
}

/** Prints statements as lines such as `S3: s3:GetObject s3:PutObject -> arn:*:s3:::photos/*`, except the statement for logs. */
export function linesOf({ Statement }: PolicyDocument): readonly string[] {
  return Statement.filter(({ Sid }) => Sid !== 'Logs').map(
    ({ Sid, Effect, Action, Resource = [], Condition }) =>
      `${Sid}: ${Effect === 'Deny' ? 'not ' : ''}${Action.join(' ')} -> ${Resource.join(' ')}` +
      (Condition ? ` if ${JSON.stringify(Condition)}` : ''),
  );
}

/** Returns the lines of the policy that one command needs. */
export function policyOf(call: string, ...inputs: readonly unknown[]): readonly string[] {
  return linesOf(generated([command(call, ...inputs)]).document).map((line) =>
    line.replace(/^\w+: /, ''),
  );
}

export type Row = readonly [call: string, input: unknown, expected: string];

/** Reads a table with a line `call input -> expected` for each case; the input is JSON. */
export function rowsOf(table: string): readonly Row[] {
  const lines = table.matchAll(/^ *(\S+ \S+)(?: ([[{].*?[\]}]))? -> (.*)$/gm);
  return [...lines].map(([, call = '', input, expected = '']) => {
    const given: unknown = input === undefined ? undefined : JSON.parse(input);
    return [call, given, expected];
  });
}
