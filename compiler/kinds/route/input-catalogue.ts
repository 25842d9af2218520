// FW3050 to FW3099: the inputs of a view (docs/decisions/typed-input.md).
import type { ViewNoun } from '../../declarations/kind.js';
import { code, codeList, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

type OnView = { readonly view: string };
type OnInput = OnView & { readonly input: string };

export const bodyWithoutMethod: CatalogueEntry<OnView & { readonly methods: readonly string[] }> = {
  code: 'FW3050',
  severity: 'error',
  title: 'A view takes a body, but none of its methods has one',
  message: ({ view, methods }) =>
    `The view ${code(view)} takes a \`body\`, but ${codeList(methods)} requests have none.`,
  hint: () => "Add a method that has one, such as `methods: ['POST']`, or use `query` instead.",
};

export const partlyBodiless: CatalogueEntry<OnView & { readonly methods: readonly string[] }> = {
  code: 'FW3058',
  severity: 'error',
  title: 'A view requires a body, but one of its methods has none',
  message: ({ view, methods }) =>
    `The view ${code(view)} requires a \`body\`, but ${codeList(methods)} requests have none, so each of them would be rejected with 400.`,
  hint: ({ methods }) =>
    `Make the body optional, \`body?: ...\`, or declare a separate view for ${codeList(methods)}.`,
};

export const untypedInput: CatalogueEntry<OnInput> = {
  code: 'FW3051',
  severity: 'error',
  title: 'An input of a view has no type',
  message: ({ view, input }) =>
    `The parameter ${code(input)} of the view ${code(view)} has no type. The type defines what a request must contain.`,
  hint: ({ input }) =>
    input === 'body'
      ? 'Write its type: `body: NewCity`, or `body: unknown` for any JSON.'
      : `Write its type: ${code(`${input}: { name?: string }`)}.`,
};

export const inputProperty: CatalogueEntry<OnInput & { readonly property: string }> = {
  code: 'FW3052',
  severity: 'error',
  title: 'A property has a type that cannot be read from a string',
  message: ({ view, input, property }) =>
    `${code(property)} in ${code(input)} of the view ${code(view)} has a type that cannot be read from a string.`,
  hint: () =>
    'Use a string, a number, `boolean`, literals, or a list of these: `string`, `Int`, `Num`, `string[]`.',
};

export const inputNotObject: CatalogueEntry<OnInput> = {
  code: 'FW3053',
  severity: 'error',
  title: 'An input with named values does not have an object type',
  message: ({ view, input }) =>
    `The type of ${code(input)} of the view ${code(view)} is not an object type with named properties.`,
  hint: ({ input }) => `Write ${code(`${input}: { name?: string }`)}.`,
};

export const bodyType: CatalogueEntry<
  OnView & { readonly types: readonly string[]; readonly form: 'text' | 'bytes' | 'mixed' }
> = {
  code: 'FW3054',
  severity: 'error',
  title: 'The type of a body does not match contentTypes',
  message: ({ view, types, form }) => {
    const what = form === 'mixed' ? 'is not always JSON' : form === 'text' ? 'is text' : 'is bytes';
    return `The body of the view ${code(view)} ${what}: \`contentTypes\` contains ${codeList(types)}.`;
  },
  hint: ({ form }) =>
    form === 'text'
      ? 'Write `body: string`, or `body: Buffer` for its bytes.'
      : form === 'bytes'
        ? 'Write `body: Buffer`.'
        : 'Write `body: Buffer` for its bytes, or declare a view for each type.',
};

export const captureOfInputName: CatalogueEntry<OnInput> = {
  code: 'FW3055',
  severity: 'error',
  title: 'A capture has the name of an input',
  message: ({ view, input }) =>
    `The parameter ${code(input)} of the view ${code(view)} receives the capture ${code(`{${input}}`)} of the path, but a string cannot be converted to its type.`,
  hint: ({ input }) =>
    `Rename the capture, for example to ${code(`{${input}Name}`)}, so that ${code(input)} is the input of the request.`,
};

/** A pattern in the type of an input. The input is the event of a function or the request to a view. */
type OnPattern = OnInput & { readonly noun: ViewNoun; readonly pattern: string };

/** A similar pattern whose running time is linear, and the maximum string length for this pattern, if they exist. */
type Remedies = { readonly linear: string | undefined; readonly longest: number | undefined };

export const unsafePattern: CatalogueEntry<OnPattern & Remedies> = {
  code: 'FW3056',
  severity: 'error',
  title: 'A pattern may take too long to match',
  message: ({ noun, view, input, pattern }) =>
    `The pattern ${code(pattern)} in ${code(input)} of the ${noun} ${code(view)} may take a very long time to match a string that ${noun === 'view' ? 'a client chooses' : 'comes in an event'}.`,
  hint: ({ linear, longest }) => {
    const form =
      linear === undefined
        ? 'Write it so that each character can be matched in only one way, for example `^[a-z]+(?:-[a-z]+)*$`, or use `format`.'
        : `Write ${code(linear)} if it matches what you intend: its running time is linear in the length of the text.`;
    return longest === undefined
      ? form
      : `${form} Or limit the length of the text: ${code(`maxLength: ${String(longest)}`)} or less.`;
  },
};

export const invalidPattern: CatalogueEntry<OnPattern> = {
  code: 'FW3057',
  severity: 'error',
  title: 'A pattern is not a valid regular expression',
  message: ({ noun, view, input, pattern }) =>
    `The pattern ${code(pattern)} in ${code(input)} of the ${noun} ${code(view)} is not a valid regular expression with the \`u\` flag.`,
  hint: () => 'Escape characters that are meant literally, for example `\\\\.` for a dot.',
};

export const sameHeader: CatalogueEntry<OnView & { readonly names: readonly string[] }> = {
  code: 'FW3059',
  severity: 'error',
  title: 'A header is declared twice',
  message: ({ view, names }) =>
    `${codeList(names)} in \`headers\` of the view ${code(view)} are the same header: names are case-insensitive.`,
  hint: ({ names: [first = ''] }) => `Keep one of them, for example ${code(first.toLowerCase())}.`,
};

export const ambiguousText: CatalogueEntry<
  OnInput & { readonly property: string | undefined; readonly other: 'a number' | 'true or false' }
> = {
  code: 'FW3060',
  severity: 'error',
  title: 'The type of a value that arrives as text is ambiguous',
  message: ({ view, input, property, other }) => {
    const what = property === undefined ? code(input) : `${code(property)} in ${code(input)}`;
    return `${what} of the view ${code(view)} may be a string or ${other}, and the text \`${other === 'a number' ? '5' : 'true'}\` can be read as either.`;
  },
  hint: ({ other }) =>
    `Write \`string\` and check for ${other} in the view, or list the strings: ${other === 'a number' ? "`'all' | Int`" : "`'auto' | boolean`"}.`,
};

export const looseNulls: CatalogueEntry<OnInput> = {
  code: 'FW3061',
  severity: 'warning',
  title: 'An input rejects null, but TypeScript does not check for null',
  message: ({ view, input }) =>
    `${code(input)} of the view ${code(view)} rejects \`null\` unless its type includes \`null\`, but TypeScript allows \`null\` everywhere, because \`strictNullChecks\` is off.`,
  hint: () =>
    'Write `"strict": true` in tsconfig.json, and add `| null` to the types of inputs for which a client may send `null`.',
};
