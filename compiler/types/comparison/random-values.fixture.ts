// Random JSON values that are close to a type: most parts match, some do not.
import { isMapping } from '../../json-values.js';
import type { Type, TypeDefinitions } from '../../declarations/declared-type.js';
import type { Random } from '../../../test/support/random.js';

const LOOSE: readonly [unknown, ...unknown[]] = [
  'x',
  'y',
  'p_1',
  'p_x-y',
  'x_s',
  '1',
  '-1e3',
  'true',
  '',
  0,
  1,
  -1,
  2,
  5,
  true,
  false,
  null,
  [],
  ['x'],
  [1, 'x'],
  { a: 1 },
  { a: 'x', b: 'y' },
  { kind: 'x', a: 1 },
  { x_a: 1 },
  { extra: 1 },
];

export type Sampling = {
  readonly random: Random;
  readonly definitions: TypeDefinitions;
};

/** Returns a value that mostly matches the type. */
export function valueFor(sampling: Sampling, type: Type, depth = 0): unknown {
  const { random, definitions } = sampling;
  if (depth > 4 || random.chance(0.03)) return random.pick(LOOSE);
  const inner = (part: Type): unknown => valueFor(sampling, part, depth + 1);
  switch (type.kind) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'text':
      return type.rules?.patterns
        ? textLike(random, type.rules.patterns)
        : random.pick(['x', 'y', 'w']);
    case 'number':
      return random.pick([0, 1, -2, 1.5]);
    case 'literal':
      return random.chance(0.06) ? random.pick(LOOSE) : type.value;
    case 'list':
      return Array.from({ length: random.below(3) }, () => inner(type.of));
    case 'tuple': {
      const required = type.items.filter(({ isOptional }) =>
        random.chance(isOptional ? 0.5 : 0.98),
      );
      const rest = type.rest;
      return [
        ...required.map((item) => inner(item.type)),
        ...(rest && random.chance(0.5) ? [inner(rest)] : []),
        ...(random.chance(0.03) ? ['x'] : []),
      ];
    }
    case 'object':
      return objectLike(sampling, type, depth);
    case 'union':
      return inner(type.of[random.below(type.of.length)] ?? { kind: 'null' });
    case 'named':
      return valueFor(sampling, definitions.get(type.key)?.type ?? { kind: 'unknown' }, depth + 1);
    default:
      return random.pick(LOOSE);
  }
}

/** Returns a string that matches a pattern, whose variable parts are filled in. */
function textLike(random: Random, patterns: readonly string[]): string {
  const [pattern = ''] = patterns;
  const filled = pattern
    .replace(/\\s\*\(\?:.*?\)\\s\*/g, () => random.pick(['1', '-2.5', '0x1F', ' 7 ', 'x']))
    .replaceAll('[\\s\\S]*', () => random.pick(['', 'w', 'x-y']))
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\', '');
  const start = pattern.startsWith('^') ? '' : 'w';
  return start + filled + (pattern.endsWith('$') ? '' : random.pick(['', 'w']));
}

function objectLike(
  sampling: Sampling,
  { properties, indexes = [] }: Type & { readonly kind: 'object' },
  depth: number,
): unknown {
  const { random } = sampling;
  const value: Record<string, unknown> = {};
  for (const { name, type, isOptional } of properties) {
    if (!random.chance(isOptional ? 0.5 : 0.97)) continue;
    value[name] = valueFor(sampling, type, depth + 1);
  }
  for (const { patterns, type } of indexes) {
    if (!random.chance(0.6)) continue;
    const name = patterns.length > 0 ? textLike(random, patterns) : random.pick(['k', 'x_k', 'a']);
    if (!Object.hasOwn(value, name)) value[name] = valueFor(sampling, type, depth + 1);
  }
  if (random.chance(0.05)) value[random.pick(['a', 'b', 'q', 'x_q'])] = random.pick(LOOSE);
  return value;
}

/** Returns the type that accepts only this JSON value, or `undefined`. */
export function typeTextOf(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (Array.isArray(value)) return `[${value.map(typeTextOf).join(', ')}]`;
  if (!isMapping(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}: ${typeTextOf(part)}`,
  );
  return `{ ${members.join('; ')} }`;
}
