// Values that an attacker may send, and that a function may return.
export const ISSUER = 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI';

export type Fields = Readonly<Record<string, unknown>>;

export const NAMES = [
  'a',
  'toString',
  '__proto__',
  'length',
  'then',
  'toJSON',
  'constructor',
] as const;
// prettier-ignore
export const SCRAPS: readonly [unknown, ...unknown[]] = [
  null, true, 0, -1, 1e300, 4e9, '', 'never', 'id', ISSUER, '*', '*a'.repeat(300), 'Allow', 'Deny',
  '\u00e9', '\u00e9'.repeat(64), '\u{1F600}', 'execute-api:Invoke', '[]', '%', '\u2028',
  '-1e300', '////aws4_request', '20261122', '+275760-09-13',
];
export const HEADERS = [
  'x-amz-content-sha256',
  'x-amz-security-token',
  'Date',
  'host',
  '__proto__',
] as const;

/** Creates a token with these claims, given as JSON text so that they can contain what no object can express. */
export function tokenOf(claims: string): string {
  const parts = ['{"alg":"none"}', claims].map((part) => Buffer.from(part).toString('base64url'));
  return `${parts.join('.')}.`;
}

export function queryOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(headerText(value))}`)
    .join('&');
}

export function authorizationOf(fields: Fields): string {
  const [algorithm, ...parts] = Object.entries(fields).map(
    ([name, value]) => `${name.replace('X-Amz-', '')}=${headerText(value)}`,
  );
  return `${algorithm?.replace('Algorithm=', '') ?? ''} ${parts.join(', ')}`;
}

export function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.replace(/[^\x20-\xff]/g, '?');
}

export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

export function deepList(depth: number): unknown {
  return JSON.parse(nested(depth));
}

export function statementOf(members: object): object {
  const statement = { Effect: 'Allow', Action: '*', Resource: '*', ...members };
  return { principalId: 'a', policyDocument: { Statement: [statement] } };
}

export function throwing(): object {
  const trap = (): never => {
    throw new Error('touched');
  };
  return new Proxy({}, { get: trap, ownKeys: trap, has: trap, getPrototypeOf: trap });
}

export function withoutPrototype(): unknown {
  return Object.create(null);
}

/** Creates a generator of pseudo-random numbers, so that a failure can be reproduced. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
