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

/** A name with `*` for what is not known; undefined when a known piece has other characters, or when nothing is known. */
export function nameIn(text: string, characters: RegExp): string | undefined {
  const known = text.replaceAll(UNKNOWN, '');
  if (known === '' || !Array.from(known).every((character) => characters.test(character))) {
    return undefined;
  }
  return text.replace(/\0+/g, '*');
}

type ArnShape = {
  readonly service: string;
  /** What the last part must be, where `*` stands for what is not known. */
  readonly resource: RegExp;
  /** `none`: as S3 and IAM; `one`: as most. */
  readonly region?: 'none';
  readonly account?: 'none';
};

/**
 * An ARN as the code writes it; undefined when it is none of that shape. An unknown piece that may reach over a colon would
 * move the segments behind it, so all five colons and the segments between them must be what they have to be.
 */
export function arnIn(text: string, shape: ArnShape): string | undefined {
  const [arn, partition = '', service, region = '', account = '', ...rest] = text
    .replace(/\0+/g, '*')
    .split(':');
  if (arn !== 'arn' || service !== shape.service || /[*?$]/.test(text)) return undefined;
  if (!/^(?:aws[a-z-]*|\*)$/.test(partition)) return undefined;
  if (shape.region === 'none' ? region !== '' : !/^[a-z0-9*-]+$/.test(region)) return undefined;
  if (shape.account === 'none' ? account !== '' : !/^(?:\d{12}|\*)$/.test(account))
    return undefined;
  const resource = rest.join(':');
  if (!shape.resource.test(resource)) return undefined;
  return ['arn', partition, service, region, account, resource].join(':');
}

/** `arn:*:sqs:*:*:orders`. */
export function anywhere(service: string, resource: string): string {
  return `arn:*:${service}:*:*:${resource}`;
}
