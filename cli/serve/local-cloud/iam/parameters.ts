// The parameters of a call in the query protocol: a form, with lists such as `Tags.member.1.Key`. Unknown parameters are
// rejected, and all others are checked against their constraints.
import { validationError } from './refusals.js';

/** The parameters of an operation. */
export type ParameterNames = Readonly<Record<string, 'required' | 'optional'>>;

export type Parameters = {
  /** Returns a required parameter. */
  readonly text: (name: string) => string;
  readonly optional: (name: string) => string | undefined;
  /** `Tags.member.N.Key` and `.Value`. */
  readonly tags: () => ReadonlyMap<string, string>;
  /** `TagKeys.member.N`. */
  readonly list: (name: string) => readonly string[];
};

type Constraint = {
  readonly minimum: number;
  readonly maximum: number;
  readonly pattern: RegExp;
  readonly hint: string;
};

const NAME: Constraint = {
  minimum: 1,
  maximum: 64,
  pattern: /^[\w+=,.@-]+$/,
  hint: 'It must contain only alphanumeric characters and/or the following: +=,.@_-',
};
const PATH: Constraint = {
  minimum: 1,
  maximum: 512,
  pattern: /^(?:\/|\/[\u0021-\u007e]+\/)$/,
  hint: 'It must begin and end with / and contain only alphanumeric characters and/or / characters.',
};
const DOCUMENT: Constraint = {
  minimum: 1,
  maximum: 131_072,
  pattern: /^[\u0009\u000a\u000d\u0020-\u00ff]+$/,
  hint: 'It contains invalid characters.',
};

const CONSTRAINTS: Readonly<Record<string, Constraint>> = {
  RoleName: NAME,
  PolicyName: { ...NAME, maximum: 128 },
  Path: PATH,
  PathPrefix: { ...PATH, pattern: /^\/[\u0021-\u007f]*$/ },
  PolicyDocument: DOCUMENT,
  AssumeRolePolicyDocument: DOCUMENT,
  Description: {
    minimum: 0,
    maximum: 1000,
    pattern: /^[\u0009\u000a\u000d\u0020-\u007e\u00a1-\u00ff]*$/,
    hint: 'It contains invalid characters.',
  },
  MaxItems: { minimum: 1, maximum: 4, pattern: /^(?:[1-9]\d{0,2}|1000)$/, hint: '1 to 1000.' },
};

export function readParameters(form: URLSearchParams, names: ParameterNames): Parameters {
  const problems = [...form.keys()]
    .map((key) => key.split('.')[0] ?? '')
    .filter((root) => root !== 'Action' && root !== 'Version' && !(root in names))
    .map((root) => `Unexpected parameter '${root}'`);
  for (const [name, presence] of Object.entries(names)) {
    const value = form.get(name);
    const isList = [...form.keys()].some((key) => key.startsWith(`${name}.`));
    if (value === null && presence === 'required' && !isList)
      problems.push(failed(name, null, 'Member must not be null'));
    if (value !== null) problems.push(...problemsOf(name, value));
  }
  if (problems.length > 0) throw detected(problems);
  return {
    text: (name) => form.get(name) ?? '',
    optional: (name) => form.get(name) ?? undefined,
    tags: () => readTags(form),
    list: (name) => readList(form, name),
  };
}

function problemsOf(name: string, value: string): string[] {
  const constraint = CONSTRAINTS[name];
  if (!constraint) return [];
  const { minimum, maximum, pattern, hint } = constraint;
  if (value.length > maximum)
    return [failed(name, value, `Member must have length less than or equal to ${maximum}`)];
  if (value.length < minimum)
    return [failed(name, value, `Member must have length greater than or equal to ${minimum}`)];
  if (pattern.test(value)) return [];
  throw validationError(`The specified value for ${wireName(name)} is invalid. ${hint}`);
}

function failed(name: string, value: string | null, rule: string): string {
  const shown = value === null ? 'Value null' : `Value '${value}'`;
  return `${shown} at '${wireName(name)}' failed to satisfy constraint: ${rule}`;
}

function detected(problems: readonly string[]): Error {
  const [count, noun] = [problems.length, problems.length === 1 ? 'error' : 'errors'];
  return validationError(`${count} validation ${noun} detected: ${problems.join('; ')}`);
}

function wireName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const MOST_TAGS = 50;
const TAG = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

function readTags(form: URLSearchParams): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (let index = 1; form.has(`Tags.member.${index}.Key`); index += 1) {
    const key = form.get(`Tags.member.${index}.Key`) ?? '';
    const value = form.get(`Tags.member.${index}.Value`);
    if (value === null) throw detected([failed(`Tags.${index}.member.value`, null, NOT_NULL)]);
    if (key.length === 0 || key.length > 128 || !TAG.test(key))
      throw detected([failed(`Tags.${index}.member.key`, key, TAG_RULE)]);
    if (value.length > 256 || !TAG.test(value))
      throw detected([failed(`Tags.${index}.member.value`, value, TAG_RULE)]);
    if (key.toLowerCase().startsWith('aws:'))
      throw validationError('Tags cannot begin with aws:. They are reserved.');
    if (tags.has(key))
      throw validationError(
        'Duplicate tag keys found. Please note that Tag keys are case insensitive.',
      );
    tags.set(key, value);
  }
  if (tags.size > MOST_TAGS)
    throw detected([failed('Tags', '', 'Member must have length less than or equal to 50')]);
  return tags;
}

const NOT_NULL = 'Member must not be null';
const TAG_RULE = `Member must satisfy regular expression pattern: [\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*`;

function readList(form: URLSearchParams, name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 1; form.has(`${name}.member.${index}`); index += 1)
    values.push(form.get(`${name}.member.${index}`) ?? '');
  return values;
}
