// Why a type cannot be read, and what to write instead. Each `why` completes the sentence "The type `X` is not supported: …".

export type Refusal = {
  readonly why: string;
  /** What to write instead; undefined if there is no better advice. */
  readonly instead?: string;
};

const WRITE_OUT = 'Write the type explicitly, for example as an interface.';

export const notKnown = (what: string): Refusal => ({
  why: `${what} are not supported in types that are read from source`,
  instead: WRITE_OUT,
});

export const listInterface = (name: string): Refusal => ({
  why: 'an interface that extends a list can have members that no list in JSON has',
  instead: `Write a list: \`type ${name} = Item[]\`, which can contain itself.`,
});

export const noDeclaration = (name: string): Refusal => ({
  why: `no declaration of \`${name}\` is found in the module or its imports`,
  instead:
    'Declare it in the module, or import it where it is declared. Global types are not read.',
});

export const brokenModule = (name: string, location: string): Refusal => ({
  why: `\`${name}\` comes from a module with a syntax error, at ${location}`,
  instead: 'Fix the syntax error first.',
});

export const missingModule = (name: string, specifier: string): Refusal => ({
  why: `\`${name}\` comes from \`${specifier}\`, which does not resolve to a file`,
  instead: 'Check the spelling: the path is relative to the file that imports it.',
});

export const notInJson = (what: string, instead: string): Refusal => ({
  why: `JSON has no ${what}`,
  instead,
});

export const CIRCULAR: Refusal = {
  why: 'it is defined in terms of itself before it has any members',
  instead: 'Let it refer to itself in a property or a list.',
};

export const TOO_LARGE: Refusal = {
  why: 'it takes too many steps to evaluate',
  instead: 'Write the result explicitly, for example as an interface.',
};

export const TOO_DEEP: Refusal = {
  why: 'it is nested too deeply, or grows with every step',
  instead: 'Write the result explicitly, for example as an interface.',
};

export const ANY_VALUE: Refusal = {
  why: 'in TypeScript, it accepts every value except `null` and `undefined`, including strings and lists',
  instead:
    'Write `Record<string, unknown>` for an object with any properties, or `unknown` for any value.',
};

export const wrapper = (what: string, instead: string): Refusal => ({
  why: `it is a wrapper object of a ${what}, but JSON has only ${what}s`,
  instead: `Write \`${instead}\`.`,
});

export const LOCAL_NAME: Refusal = {
  why: 'it is declared inside a function or is a type parameter of a class',
  instead: 'Declare it at the top level of a module.',
};

export const NOT_DECIDED: Refusal = {
  why: 'which branch of the condition applies cannot be determined',
  instead: WRITE_OUT,
};

export const NO_KEYS: Refusal = {
  why: 'its keys are not known strings',
  instead: 'Name the properties, for example as a union of strings.',
};

export const BRANDED: Refusal = {
  why: 'a JSON value cannot carry the brand',
  instead:
    'Write the rule as a type, for example `Text<{ pattern: "^[A-Z]{2}$" }>`, and brand the value in the view.',
};

export const PART_OF_SCHEMA: Refusal = {
  why: 'the validator of a schema value checks a whole input, not a part of one',
  instead: 'Create one schema for the whole input, or write this part as an interface.',
};

export const augmented = (file: string): Refusal => ({
  why: `\`${file}\` adds members to the interface with \`declare module\``,
  instead: 'Write the members where the interface is declared.',
});

export const declaredAnew = (file: string): Refusal => ({
  why: `\`${file}\` also declares it, with \`declare module\``,
  instead: 'Declare it in one place.',
});

export const MIXED: Refusal = {
  why: 'no JSON value is known to satisfy all of these types',
  instead: WRITE_OUT,
};

export const NOT_CONSTANT: Refusal = {
  why: 'only constants with `as const` and without computed parts are supported',
  instead: 'Write `as const` after the value, or write the type explicitly.',
};
