// Builds ARNs from names that are fully or partly known. Region, account and partition are `*`, because the policy must not
// depend on where it is generated. An unknown part becomes `*`, which in the last segment of an ARN matches any text. Known
// parts are checked, so that an invalid name does not narrow the policy.
import { openPlace } from '../../../runtime/contract/resources.js';
import { textsOf, type InputValue, type TextPattern } from '../sdk-use.js';

/** The placeholder for an unknown part of a string. */
export const UNKNOWN = '\u0000';

/** Returns a pattern as one string, with {@link UNKNOWN} for unknown parts. */
export function marked(pattern: TextPattern): string {
  return pattern.map((piece) => piece ?? UNKNOWN).join('');
}

/** Returns the ARNs for all values; undefined if `form` returns undefined for a value, or if there are no values. */
export function arnsOf(
  values: readonly InputValue[],
  form: (text: string) => string | readonly string[] | undefined,
): readonly string[] | undefined {
  const arns = new Set<string>();
  for (const value of values) {
    for (const text of textsOf(value)?.map(marked) ?? [undefined]) {
      const found = text === undefined ? undefined : form(text);
      if (found === undefined) return undefined;
      for (const arn of typeof found === 'string' ? [found] : found) arns.add(openPlace(arn));
    }
  }
  return arns.size === 0 ? undefined : [...arns].sort();
}

type NameShape = {
  /** The text before the name in the ARN, for example `table/`. */
  readonly type: string;
  readonly characters: RegExp;
};

/**
 * Returns the last part of a resource's ARN; undefined if it cannot be determined. `text` is a name; if its beginning is
 * unknown, it may also be an ARN.
 *
 * - `orders-${x}` is a name, so the result is `table/orders-*`.
 * - `${x}-orders` may be a name or an ARN. Only the end is certain: `*-orders`.
 * - `${x}-orders-${y}` may be an ARN with `-orders-` near its beginning, so the result is undefined.
 */
export function resourceIn(text: string, { type, characters }: NameShape): string | undefined {
  const isEndOnly = text.startsWith(UNKNOWN);
  const read = isEndOnly ? tailOf(text) : text;
  const known = read.replaceAll(UNKNOWN, '');
  if (!/[A-Za-z0-9]/.test(known) || !Array.from(known).every((one) => characters.test(one))) {
    return undefined;
  }
  if (isEndOnly) return `*${read}`;
  // If the known beginning of the string may be the beginning of an ARN, the result cannot be determined.
  const [start = ''] = read.split(UNKNOWN, 1);
  return read !== start && 'arn:'.startsWith(start) ? undefined : type + starred(read);
}

/** Returns the text after the last unknown part. */
export function tailOf(text: string): string {
  return text.slice(text.lastIndexOf(UNKNOWN) + 1);
}

function starred(text: string): string {
  return text.replace(/\0+/g, '*');
}

type ArnShape = {
  readonly service: string;
  /** The format of the last segment, with `*` for unknown parts. */
  readonly resource: RegExp;
  /** `none` for IAM, whose ARNs have no region. */
  readonly region?: 'none';
};

/**
 * Reads an ARN that is written in the code; undefined for any other format. An unknown part may contain colons, which would
 * shift the following segments, so all five colons and the segments between them must match.
 */
export function arnIn(text: string, shape: ArnShape): string | undefined {
  const [arn, partition = '', service, region = '', account = '', ...rest] =
    starred(text).split(':');
  if (arn !== 'arn' || service !== shape.service || /[*?$]/.test(text)) return undefined;
  if (!/^(?:aws[a-z-]*|\*)$/.test(partition)) return undefined;
  if (shape.region === 'none' ? region !== '' : !/^[a-z0-9*-]+$/.test(region)) return undefined;
  if (!/^(?:\d{12}|\*)$/.test(account)) return undefined;
  const resource = rest.join(':');
  if (!shape.resource.test(resource)) return undefined;
  return ['arn', partition, service, region, account, resource].join(':');
}

/** Returns the ARN of a resource in any region and account: `arn:*:sqs:*:*:orders`. */
export function anywhere(service: string, resource: string): string {
  return `arn:*:${service}:*:*:${resource}`;
}

type NamedResource = NameShape & { readonly service: string };

/** Returns the ARN of a resource that is specified by its name, in any region and account. */
export function arnByName(text: string, named: NamedResource): string | undefined {
  const resource = resourceIn(text, named);
  return resource === undefined ? undefined : anywhere(named.service, resource);
}

/** Returns the ARN of a resource that is specified by its name or its ARN. */
export function namedArn(text: string, named: NamedResource): string | undefined {
  if (!text.startsWith('arn:')) return arnByName(text, named);
  const resource = new RegExp(`^${named.type}[\\w./*-]+$`);
  return arnIn(text, { service: named.service, resource });
}

/** Returns the ARNs of the roles that a call assumes or passes. */
export function roleArns(roles: readonly InputValue[]): readonly string[] | undefined {
  const given = roles.filter(({ kind }) => kind !== 'absent');
  const shape = { service: 'iam', region: 'none', resource: /^role\/[\w+=,.@/*-]+$/ } as const;
  return arnsOf(given, (text) => arnIn(text, shape));
}
