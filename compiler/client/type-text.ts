// Returns types as TypeScript code, for the generated client. In JSON, dates are strings, and `undefined` in a list is `null`.
import type {
  Property,
  Type,
  TypeDefinition,
  TypeDocumentation,
} from '../declarations/declared-type.js';

export type NameOf = (key: string) => string;

const WIDTH = 88;

/** Returns the code of a type. Lines after the first begin with `indent`. */
export function typeText(type: Type, nameOf: NameOf, indent: string = ''): string {
  switch (type.kind) {
    case 'unknown':
    case 'never':
    case 'null':
    case 'undefined':
    case 'boolean':
    case 'number':
      return type.kind;
    case 'text':
    case 'date':
      return 'string';
    case 'bytes':
      return 'Uint8Array';
    case 'literal':
      return literalText(type.value);
    case 'named':
      return nameOf(type.key);
    case 'schema':
      return typeText(type.document, nameOf, indent);
    case 'list':
      return `${grouped(itemOf(type.of), nameOf, indent)}[]`;
    case 'tuple': {
      const items = type.items.map(({ type: item, isOptional }) =>
        isOptional
          ? `${grouped(withoutUndefined(item), nameOf, indent)}?`
          : typeText(itemOf(item), nameOf, indent),
      );
      const rest = type.rest ? [`...${grouped(itemOf(type.rest), nameOf, indent)}[]`] : [];
      return `[${[...items, ...rest].join(', ')}]`;
    }
    case 'union':
      return unionText(type.of, nameOf, indent);
    case 'object':
      return objectText(type, nameOf, indent);
  }
}

export function definitionText(
  { type, documentation }: TypeDefinition,
  name: string,
  nameOf: NameOf,
): string {
  const comment = commentText(documentation, '');
  if (type.kind === 'object' && !type.indexes?.length && type.properties.length > 0) {
    return `${comment}export interface ${name} ${blockText(type, membersOf(type, nameOf, '  '), '')}\n`;
  }
  return `${comment}export type ${name} = ${typeText(type, nameOf)};\n`;
}

/** Returns the comment before a declaration; empty if there is no documentation. */
export function commentText(documentation: TypeDocumentation | undefined, indent: string): string {
  if (!documentation) return '';
  const { summary, description, deprecated, default: value, examples = [] } = documentation;
  const blocks = [
    summary,
    description,
    ...(value === undefined ? [] : [`@defaultValue \`${JSON.stringify(value)}\``]),
    ...examples.map((example) => `@example \`${JSON.stringify(example)}\``),
    deprecated === undefined ? undefined : `@deprecated ${deprecated}`.trimEnd(),
  ].filter((block) => block !== undefined && block !== '');
  const lines = blocks.join('\n\n').replaceAll('*/', '*\\/').split('\n');
  if (blocks.length === 0) return '';
  const [only = ''] = lines;
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('');
  return `${indent}/**\n${body}${indent} */\n`;
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name);
}

/** Returns a value as code. Every string from the application reaches the client through this function. */
export function literalText(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(value).slice(1, -1);
  const quoted = text.replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${quoted.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

type ObjectType = Extract<Type, { readonly kind: 'object' }>;

function objectText(type: ObjectType, nameOf: NameOf, indent: string): string {
  const { properties, indexes = [] } = type;
  if (properties.length === 0 && indexes.length === 0) return 'Record<string, unknown>';
  // Optimization: the members are printed only once, with the indentation of a block, even if they fit on one line.
  const members = membersOf(type, nameOf, `${indent}  `);
  const hasComments = properties.some(({ documentation }) => commentText(documentation, '') !== '');
  const line = `{ ${members.join('; ')} }`;
  const isShort = !hasComments && !line.includes('\n') && indent.length + line.length <= WIDTH;
  return isShort ? line : blockText(type, members, indent);
}

function blockText({ properties }: ObjectType, members: readonly string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = members.map((member, index) => {
    const comment = commentText(properties[index]?.documentation, inner);
    return `${comment}${inner}${member};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function membersOf(
  { properties, indexes = [] }: ObjectType,
  nameOf: NameOf,
  indent: string,
): readonly string[] {
  const own = properties.map((property) => memberText(property, nameOf, indent));
  const hasOptional = properties.some(({ isOptional }) => isOptional);
  const other = indexes.find(({ patterns }) => patterns.length === 0);
  if (indexes.length === 0) return own;
  // TypeScript cannot declare a type for "all names except those that match a pattern", so the type is `unknown`.
  const text = other && indexes.length === 1 ? typeText(other.type, nameOf, indent) : 'unknown';
  return [
    ...own,
    `[name: string]: ${text}${hasOptional && text !== 'unknown' ? ' | undefined' : ''}`,
  ];
}

function memberText({ name, type, isOptional }: Property, nameOf: NameOf, indent: string): string {
  const mark = isOptional ? '?' : '';
  return `${propertyName(name)}${mark}: ${typeText(withoutUndefined(type), nameOf, indent)}`;
}

function withoutUndefined(type: Type): Type {
  if (type.kind !== 'union') return type;
  const of = type.of.filter(({ kind }) => kind !== 'undefined');
  const [only] = of;
  return only && of.length === 1 ? only : { kind: 'union', of };
}

/** Returns the type of a list item, in which `undefined` becomes `null`. */
function itemOf(type: Type): Type {
  if (type.kind === 'undefined') return { kind: 'null' };
  if (type.kind !== 'union' || !type.of.some(({ kind }) => kind === 'undefined')) return type;
  const others = type.of.filter(({ kind }) => kind !== 'undefined' && kind !== 'null');
  return { kind: 'union', of: [...others, { kind: 'null' }] };
}

function unionText(of: readonly Type[], nameOf: NameOf, indent: string): string {
  const parts = [...new Set(of.map((member) => typeText(member, nameOf, `${indent}  `)))];
  // `unknown | null` is just `unknown`.
  if (parts.includes('unknown')) return 'unknown';
  const line = parts.join(' | ');
  if (parts.length < 2 || indent.length + line.length <= WIDTH) return line;
  return parts.map((part) => `\n${indent}  | ${part}`).join('');
}

function grouped(type: Type, nameOf: NameOf, indent: string): string {
  const text = typeText(type, nameOf, indent);
  return type.kind === 'union' && / \| |^\n/.test(text) ? `(${text})` : text;
}
