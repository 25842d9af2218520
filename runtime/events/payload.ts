// Reads the payload of a record: parses it as declared, and validates it with code that is generated from its type.
import type { CheckPayload, SourceOptions } from '../contract/binding.js';
import { $uses } from '../contract/uses.js';
import { printable } from '../contract/printable.js';

const MOST_PAYLOAD_PROBLEMS = 20;

/** Where a payload is, and how it is validated. */
export type PayloadPlace = {
  /** The member of the record that contains the payload. */
  readonly member: string;
  readonly check: CheckPayload | undefined;
};

/** Reads a payload from text, either unchanged or as JSON. */
export function readPayloadText(
  text: unknown,
  form: SourceOptions['payload'],
  member: string,
): unknown {
  if (typeof text !== 'string') throw wrongPayload(member, 'text', 'type');
  if (form !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw wrongPayload(member, 'JSON', 'json');
  }
}

/** Reads a payload from base64, as bytes, as text or as JSON. */
export function readPayloadBytes(
  base64: unknown,
  form: SourceOptions['payload'],
  member: string,
): unknown {
  if (typeof base64 !== 'string') throw wrongPayload(member, 'base64', 'type');
  // Node.js ignores characters that are not base64.
  if (base64.length % 4 > 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(base64))
    throw wrongPayload(member, 'base64', 'type');
  const bytes = Buffer.from(base64, 'base64');
  if (form !== 'json' && form !== 'text') return bytes;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrongPayload(member, 'text in UTF-8', 'type');
  }
  return readPayloadText(text, form, member);
}

function wrongPayload(member: string, expected: string, rule: string): PayloadError {
  return new PayloadError([{ at: `/${member}`, expected, rule }]);
}

/** Returns the validated payload. Throws if it has problems. */
export async function checkedPayload(
  payload: unknown,
  { member, check }: PayloadPlace,
): Promise<unknown> {
  if (!check) return payload;
  const problems: PayloadProblem[] = [];
  const value = await check(
    payload,
    $uses.code.$message
      ? (...[at, expected, rule, found, message]) => {
          const isMissing = found === undefined;
          problems.push({
            at: `/${member}${at}`,
            expected: isMissing ? 'a value' : expected,
            rule: isMissing ? 'required' : rule,
            ...(message !== undefined && { message }),
          });
          if (problems.length === MOST_PAYLOAD_PROBLEMS) throw new PayloadError(problems);
        }
      : (...[at, expected, rule, found]) => {
          const isMissing = found === undefined;
          problems.push({
            at: `/${member}${at}`,
            expected: isMissing ? 'a value' : expected,
            rule: isMissing ? 'required' : rule,
          });
          if (problems.length === MOST_PAYLOAD_PROBLEMS) throw new PayloadError(problems);
        },
  );
  if (problems.length > 0) throw new PayloadError(problems);
  return value;
}

/** A problem with one value of a payload. */
type PayloadProblem = {
  /** A JSON pointer that starts with the record member, for example `/body/lines/0`. */
  readonly at: string;
  readonly expected: string;
  /** The JSON Schema keyword that is violated. */
  readonly rule: string;
  /** The `message` of the value's type, or the `@message` of its property. */
  readonly message?: string;
};

export class PayloadError extends Error {
  static override readonly name: string = 'PayloadError';
  override readonly name: string = 'PayloadError';

  readonly problems: readonly PayloadProblem[];

  constructor(problems: readonly PayloadProblem[]) {
    super(printable(problems.map(({ at, expected }) => `${at.slice(1)}: ${expected}`).join(', ')));
    this.problems = problems;
  }
}
