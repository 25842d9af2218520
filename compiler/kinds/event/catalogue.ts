// FW29: the diagnostics that all event sources share.
import {
  code,
  codeList,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../diagnostics/diagnostic.js';
import type { UnknownOption, OptionValue } from '../../values/options.js';

/** The member that declares a source, and an example declaration. */
export type MemberExample = { readonly member: string; readonly example: string };

export const sourceOptionsType: CatalogueEntry<
  MemberExample & { readonly found: string | undefined; readonly isOptional: boolean }
> = {
  code: 'FW2901',
  severity: 'error',
  title: 'The options of an event source are not an object',
  message: ({ member, found }) =>
    found === undefined
      ? `${code(member)} has no options, so it does not name a source.`
      : `The options of ${code(member)} must be an object, but this is ${found}.`,
  hint: ({ example }) => `Write ${code(`@${example}`)}.`,
};

export const unknownSourceOption: CatalogueEntry<UnknownOption & Pick<MemberExample, 'member'>> = {
  code: 'FW2902',
  severity: 'error',
  title: 'An event source has an unknown option',
  message: ({ member, option }) => `${code(member)} has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const sourceOptionValue: CatalogueEntry<OptionValue> = {
  code: 'FW2903',
  severity: 'error',
  title: 'An event source option has an invalid value',
  message: ({ option, expected, found }) =>
    `${code(option)} must be ${expected}, but this is ${found}.`,
  hint: ({ hint }) => hint,
};

export const missingSourceOption: CatalogueEntry<MemberExample & { readonly option: string }> = {
  code: 'FW2904',
  severity: 'error',
  title: 'An event source is not named',
  message: ({ member, option }) => `${code(member)} needs ${code(option)}.`,
  hint: ({ example }) => `Write ${code(`@${example}`)}.`,
};

export const extraSourceArgument: CatalogueEntry<MemberExample> = {
  code: 'FW2905',
  severity: 'error',
  title: 'An event source has too many arguments',
  message: ({ member }) => `${code(member)} takes no arguments after its options.`,
  hint: ({ example }) => `Put all options into one object: ${code(`@${example}`)}.`,
};

export const eventParameters: CatalogueEntry<{ readonly name: string; readonly count: number }> = {
  code: 'FW2906',
  severity: 'error',
  title: 'A function for events has more than two parameters',
  message: ({ name, count }) =>
    `The function ${code(name)} has ${count} parameters; it is called with an event and a context.`,
  hint: () =>
    'Declare the event as the first parameter and, if you need it, the context as the second.',
};

export const eventType: CatalogueEntry<{
  readonly member: string;
  readonly found: string;
  readonly expected: readonly string[];
  readonly hint: string;
}> = {
  code: 'FW2907',
  severity: 'error',
  title: 'The parameter type of a function does not match its events',
  message: ({ member, found, expected }) =>
    `${code(member)} passes ${expected.length === 0 ? 'its `input`' : codeList(expected, 'or')}, but the type of this parameter is ${code(found)}.`,
  hint: ({ hint }) => hint,
};

export const repeatedSource: CatalogueEntry<{ readonly name: string; readonly what: string }> = {
  code: 'FW2908',
  severity: 'error',
  title: 'A function has the same source twice',
  message: ({ name, what }) => `The function ${code(name)} already receives the events of ${what}.`,
  hint: () => 'Remove one of the decorators, or give the second one its own method and name.',
};

export const functionOfSources: CatalogueEntry<{
  readonly name: string;
  readonly other: string | undefined;
}> = {
  code: 'FW2909',
  severity: 'error',
  title: 'The decorators of a method declare different functions',
  message: ({ name, other }) =>
    other === undefined
      ? `${code(name)} is a function for events, so it cannot also be declared with \`lambdaFunction\`.`
      : `The decorators of a method declare one function, but they name it both ${code(other)} and ${code(name)}.`,
  hint: ({ other }) =>
    other === undefined
      ? 'Remove `lambdaFunction`: you can invoke the function with a sample event (`framework invoke NAME --sample`).'
      : `Write ${code(`name: '${other}'`)} in each of them, or declare two methods.`,
};

export const repeatedMiddleware: CatalogueEntry<NoData> = {
  code: 'FW2910',
  severity: 'error',
  title: 'More than one decorator of a function lists middleware',
  message: () => 'Another decorator of this function already lists middleware.',
  hint: () =>
    'Middleware runs around the function regardless of its event source: list all of it in one decorator.',
};

export const payloadType: CatalogueEntry<{ readonly member: string; readonly found: string }> = {
  code: 'FW2911',
  severity: 'error',
  title: 'A text payload is declared as bytes',
  message: ({ member, found }) => `${code(member)} passes text, never ${code(found)}.`,
  hint: () => 'Declare the type of the JSON in the text, or no type for the text itself.',
};

/** Nouns for sources that must be specified by their ARN. */
const NOUNS: Readonly<Record<string, string>> = {
  'table stream': 'stream of a table',
  destination: 'queue, topic or bucket',
};

export const sourceNameForm: CatalogueEntry<{
  readonly option: string;
  readonly kind: string;
  readonly text: string;
  readonly examples: readonly string[];
}> = {
  code: 'FW2912',
  severity: 'error',
  title: 'The name or ARN of an event source is not valid',
  message: ({ option, kind, text }) => {
    if (text === '') return `${code(option)} is empty.`;
    if (/^https?:/.test(text)) return `${code(option)} is the URL of a ${kind}, not its name.`;
    const [, service] = /^arn:[^:]*:([^:]*):/.exec(text) ?? [];
    const noun = NOUNS[kind] ?? kind;
    return service === undefined && NOUNS[kind] === undefined
      ? `${code(text)} is not the name of a ${noun}.`
      : `${code(text)} is not the ARN of a ${noun}.`;
  },
  hint: ({ examples }) => `Write it as ${codeList(examples, 'or')}, or \`process.env.NAME\`.`,
};

export const batchWithoutWindow: CatalogueEntry<{ readonly size: number }> = {
  code: 'FW2913',
  severity: 'error',
  title: 'A batch of more than 10 messages has no `batchWindow`',
  message: ({ size }) =>
    `A batch of ${String(size)} messages needs a \`batchWindow\`: without one, Lambda takes at most 10.`,
  hint: () => 'Add `batchWindow: 5` (in seconds), or use a `batchSize` of at most 10.',
};

export const fifoBatch: CatalogueEntry<{ readonly option: 'batchSize' | 'batchWindow' }> = {
  code: 'FW2914',
  severity: 'error',
  title: 'A FIFO queue has a batch setting that it does not support',
  message: ({ option }) =>
    option === 'batchSize'
      ? 'A batch of a FIFO queue can have at most 10 messages.'
      : 'A FIFO queue does not support `batchWindow`.',
  hint: ({ option }) =>
    option === 'batchSize' ? 'Use a `batchSize` of at most 10.' : 'Remove `batchWindow`.',
};

export const patternForm: CatalogueEntry<{ readonly option: string; readonly why: string }> = {
  code: 'FW2915',
  severity: 'error',
  title: 'An event pattern is not valid',
  message: ({ option, why }) => `This part of ${code(option)} is not valid: ${why}.`,
  hint: () =>
    "A pattern is an object whose values are lists of accepted values: `{ kind: ['paid', { prefix: 'free-' }] }`.",
};

export const tooManyFilters: CatalogueEntry<{ readonly count: number }> = {
  code: 'FW2916',
  severity: 'error',
  title: 'A source has more than five filters',
  message: ({ count }) =>
    `Lambda accepts at most 5 filters per source; this one has ${String(count)}.`,
  hint: () => 'Combine some of them: a filter can list several accepted values.',
};

export const sharedQueue: CatalogueEntry<{
  readonly queue: string;
  readonly name: string;
  readonly other: string;
}> = {
  code: 'FW2931',
  severity: 'error',
  title: 'Two functions are connected to the same queue',
  message: ({ queue, name, other }) =>
    `The functions ${code(other)} and ${code(name)} both read the queue ${code(queue)}: each message would go to one of the two at random.`,
  hint: () =>
    'Let one function read the queue, or give each function its own queue and let a topic send every message to both.',
};
