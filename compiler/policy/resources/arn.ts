// ARNs of names that are known, or known in part. Region, account and partition are `*`: the policy must not depend on where
// it is made. An unknown piece becomes `*`, which in the last segment of an ARN stands for any text; known pieces are
// checked, so that what is no name narrows nothing.
import { textsOf } from '../input.js';
import type { InputValue, TextPattern } from '../sdk-use.js';

/** Stands for a piece of a text that is not known. */
export const UNKNOWN = '\u0000';

/** A pattern as one text, with {@link UNKNOWN} for what is not known. */
export function marked(pattern: TextPattern): string {
  return pattern.map((piece) => piece ?? UNKNOWN).join('');
}

/**
 * The ARNs of all values, each of which must be a text of which `form` makes ARNs; undefined when one is not, or when there
 * is none.
 */
export function arnsOf(
  values: readonly InputValue[],
  form: (text: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  const arns = new Set<string>();
  for (const value of values) {
    for (const text of textsOf(value)?.map(marked) ?? [undefined]) {
      const found = text === undefined ? undefined : form(text);
      if (found === undefined) return undefined;
      for (const arn of found) arns.add(arn);
    }
  }
  return arns.size === 0 ? undefined : [...arns].sort();
}

type NameShape = {
  /** What stands before the name in the ARN, for example `table/`. */
  readonly type: string;
  /** What a name is made of. */
  readonly characters: RegExp;
};

/**
 * The last part of the ARN of a resource that is given by its name, or by its ARN when the beginning is not known; undefined
 * when that cannot be told.
 *
 * - `orders-${x}` is a name, so it is `table/orders-*`.
 * - `${x}-orders` may be a name or an ARN. Both end so, and nothing else is sure: `*-orders`.
 * - `${x}-orders-${y}` may be an ARN of which `-orders-` is a part of the beginning.
 */
export function resourceIn(text: string, { type, characters }: NameShape): string | undefined {
  const isEndOnly = text.startsWith(UNKNOWN);
  const read = isEndOnly ? tailOf(text) : text;
  const known = read.replaceAll(UNKNOWN, '');
  if (!/[A-Za-z0-9]/.test(known) || !Array.from(known).every((one) => characters.test(one))) {
    return undefined;
  }
  if (isEndOnly) return `*${read}`;
  // The beginning of an ARN, cut off.
  const [start = ''] = read.split(UNKNOWN, 1);
  return read !== start && 'arn:'.startsWith(start) ? undefined : type + starred(read);
}

/** What comes after the last piece that is not known. */
export function tailOf(text: string): string {
  return text.slice(text.lastIndexOf(UNKNOWN) + 1);
}

function starred(text: string): string {
  return text.replace(/\0+/g, '*');
}

type ArnShape = {
  readonly service: string;
  /** What the last part must be, where `*` stands for what is not known. */
  readonly resource: RegExp;
  /** The ARNs of IAM have none. */
  readonly region?: 'none';
};

/**
 * An ARN as the code writes it; undefined when it is none of that shape. An unknown piece that may reach over a colon would
 * move the segments behind it, so all five colons and the segments between them must be what they have to be.
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

/** `arn:*:sqs:*:*:orders`. */
export function anywhere(service: string, resource: string): string {
  return `arn:*:${service}:*:*:${resource}`;
}
