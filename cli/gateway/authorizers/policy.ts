// The policy of a custom authorizer, evaluated as the gateway does: a denial wins, nothing is allowed unless said.

export type Effect = 'allow' | 'deny' | 'none';

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when the value is not a policy document. */
export function evaluatePolicy(document: unknown, methodArn: string): Effect | undefined {
  if (!isFields(document)) return undefined;
  const statements = listOf(document['Statement']);
  if (statements.length === 0 || !statements.every(isStatement)) return undefined;
  const effects = statements
    .filter((statement) => concerns(statement, methodArn))
    .map((statement) => statement['Effect']);
  if (effects.includes('Deny')) return 'deny';
  return effects.includes('Allow') ? 'allow' : 'none';
}

const ACTION = 'execute-api:Invoke';

function concerns(statement: Fields, methodArn: string): boolean {
  // Conditions are about the world outside (addresses, dates, VPCs): locally one never allows and never spares.
  if (statement['Condition'] !== undefined && statement['Effect'] === 'Allow') return false;
  return (
    covers(statement, { key: 'Action', text: ACTION, flags: 'i' }) &&
    covers(statement, { key: 'Resource', text: methodArn, flags: '' })
  );
}

type Question = { readonly key: string; readonly text: string; readonly flags: string };

function covers(statement: Fields, { key, text, flags }: Question): boolean {
  const matches = (pattern: unknown) => wildcard(String(pattern), flags).test(text);
  const denied = statement[`Not${key}`];
  return denied === undefined
    ? listOf(statement[key]).some(matches)
    : !listOf(denied).some(matches);
}

/** `*` is any run of characters, `?` any one. */
function wildcard(pattern: string, flags: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, `s${flags}`);
}

function isStatement(value: unknown): value is Fields {
  return isFields(value) && (value['Effect'] === 'Allow' || value['Effect'] === 'Deny');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
