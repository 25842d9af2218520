// Formats a schema as a readable type: a list of text pieces, each with a kind that determines its color.
import { nameOf, resolved, type Schemas, type Schema } from '../../samples/sample-value.js';

export type Piece = {
  readonly kind: 'plain' | 'name' | 'type' | 'text' | 'note' | 'reference';
  readonly text: string;
};

/** Formats a schema, followed by each named schema that it uses. Each named schema appears once. */
export function typeText(schema: Schema, schemas: Schemas): Piece[] {
  const used: string[] = [];
  const write = createWriter(used);
  const { $ref } = schema;
  const pieces: Piece[] = $ref === undefined ? write(schema, 0) : [];
  if ($ref !== undefined) used.push(nameOf($ref));
  for (let index = 0; index < used.length; index++) {
    const name = used[index] ?? '';
    if (pieces.length > 0) pieces.push(plain('\n\n'));
    const own = schemas[name] ?? {};
    const notes = notesOf(own);
    if (notes !== '') pieces.push({ kind: 'note', text: `// ${notes}\n` });
    pieces.push(plain('type '), { kind: 'reference', text: name }, plain(' = '), ...write(own, 0));
  }
  return pieces;
}

/** Formats a schema in one line, for a form field. */
export function typeLine(schema: Schema, schemas: Schemas): string {
  const own = resolved(schema, schemas);
  const text = createWriter([])(own, 0)
    .map((piece) => piece.text)
    .join('');
  const type = /\n/.test(text) ? 'object' : text;
  const rules = rulesOf(own).join(', ');
  return rules === '' ? type : `${type}, ${rules}`;
}

function plain(text: string): Piece {
  return { kind: 'plain', text };
}

type Writer = (schema: Schema, depth: number) => Piece[];

function createWriter(used: string[]): Writer {
  const write: Writer = (schema, depth) => {
    const { $ref, enum: values, type } = schema;
    if ($ref !== undefined) {
      const name = nameOf($ref);
      if (!used.includes(name)) used.push(name);
      return [{ kind: 'reference', text: name }];
    }
    if (schema.const !== undefined) return [literal(schema.const)];
    if (values) return joined(' | ', values, (value) => [literal(value)]);
    const choices = schema.oneOf ?? schema.anyOf;
    const parts = choices
      ? [joined(' | ', choices, (choice) => write(choice, depth))]
      : (schema.allOf ?? []).filter(isShown).map((part) => write(part, depth));
    if (schema.properties) parts.push(writeObject(schema, depth));
    else if (parts.length === 0) parts.push(writeTypes(schema, type, depth));
    return joined(' & ', parts, (part) => part);
  };

  const writeTypes = (schema: Schema, type: Schema['type'], depth: number): Piece[] => {
    const names = typeof type === 'string' ? [type] : (type ?? []);
    if (names.length === 0) return [{ kind: 'type', text: 'anything' }];
    return joined(' | ', names, (name) => {
      if (name === 'array') return writeList(schema, depth);
      if (name === 'object') return writeObject(schema, depth);
      return [{ kind: 'type', text: name }];
    });
  };

  const writeList = ({ items, prefixItems }: Schema, depth: number): Piece[] => {
    const rest = typeof items === 'object' ? items : items === false ? undefined : {};
    if (prefixItems) {
      const places = prefixItems.map((item) => write(item, depth));
      if (rest) places.push([plain('...'), ...write(rest, depth), plain('[]')]);
      return [plain('['), ...joined(', ', places, (place) => place), plain(']')];
    }
    const item = write(rest ?? {}, depth);
    const isChoice = item.some(({ text }) => text === ' | ' || text === ' & ');
    return isChoice ? [plain('('), ...item, plain(')[]')] : [...item, plain('[]')];
  };

  const writeObject = (schema: Schema, depth: number): Piece[] => {
    const { properties = {}, required = [], additionalProperties } = schema;
    const inner = '  '.repeat(depth + 1);
    const rows = Object.entries(properties).map(([name, property]): Piece[] => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const notes = notesOf(property);
      return [
        plain(`\n${inner}`),
        { kind: 'name', text: `${key}${required.includes(name) ? '' : '?'}` },
        plain(': '),
        ...write(property, depth + 1),
        ...(notes === '' ? [] : [{ kind: 'note' as const, text: `  // ${notes}` }]),
      ];
    });
    if (typeof additionalProperties === 'object') {
      rows.push([
        plain(`\n${inner}`),
        { kind: 'name', text: '[name]' },
        plain(': '),
        ...write(additionalProperties, depth + 1),
      ]);
    }
    if (rows.length === 0) return [{ kind: 'type', text: 'object' }];
    return [plain('{'), ...rows.flat(), plain(`\n${'  '.repeat(depth)}}`)];
  };
  return write;
}

/** Returns true if a member of an intersection is a type rather than only constraints. */
function isShown({ $ref, type, properties, oneOf, anyOf }: Schema): boolean {
  return Boolean($ref ?? type ?? properties ?? oneOf ?? anyOf);
}

function literal(value: unknown): Piece {
  return { kind: 'text', text: JSON.stringify(value) };
}

function joined<T>(between: string, items: readonly T[], write: (item: T) => Piece[]): Piece[] {
  return items.flatMap((item, index) => [...(index === 0 ? [] : [plain(between)]), ...write(item)]);
}

function notesOf(schema: Schema): string {
  const { description, deprecated, default: value } = schema;
  const rules = [
    ...rulesOf(schema),
    ...(value === undefined ? [] : [`default ${JSON.stringify(value)}`]),
  ];
  const words = description?.replaceAll(/\s+/g, ' ').trim();
  return [
    ...(deprecated ? ['deprecated'] : []),
    ...(words === undefined ? [] : [rules.length > 0 ? words.replace(/\.$/, '') : words]),
    ...rules,
  ].join('; ');
}

function rulesOf(schema: Schema): string[] {
  const { pattern, format, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema;
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap((part) => part.pattern ?? []);
  return [
    ...between(schema.minLength, schema.maxLength, 'character'),
    ...(format === undefined ? [] : [format]),
    ...(pattern === undefined ? [] : patterns.map((text) => `/${text}/`)),
    ...between(schema.minimum, schema.maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...between(schema.minItems, schema.maxItems, 'item'),
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
  ];
}

function between(least: number | undefined, most: number | undefined, unit?: string): string[] {
  const counted = (count: number): string =>
    unit === undefined ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (least === undefined) return most === undefined ? [] : [`at most ${counted(most)}`];
  if (most === undefined) return [`at least ${counted(least)}`];
  return [least === most ? counted(least) : `${least} to ${counted(most)}`];
}
