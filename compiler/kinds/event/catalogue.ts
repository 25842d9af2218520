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
  title: 'The options of a source of events are not an object',
  message: ({ member, found }) =>
    found === undefined
      ? `${code(member)} is given no options, so it names no source.`
      : `The options of ${code(member)} are an object, and this is ${found}.`,
  hint: ({ example }) => `Write ${code(`@${example}`)}.`,
};

export const unknownSourceOption: CatalogueEntry<UnknownOption & Pick<MemberExample, 'member'>> = {
  code: 'FW2902',
  severity: 'error',
  title: 'An option of a source of events is unknown',
  message: ({ member, option }) => `${code(member)} has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const sourceOptionValue: CatalogueEntry<OptionValue> = {
  code: 'FW2903',
  severity: 'error',
  title: 'An option of a source of events has a value that it cannot have',
  message: ({ option, expected, found }) =>
    `${code(option)} must be ${expected}, and this is ${found}.`,
  hint: ({ hint }) => hint,
};

export const missingSourceOption: CatalogueEntry<MemberExample & { readonly option: string }> = {
  code: 'FW2904',
  severity: 'error',
  title: 'A source of events is not named',
  message: ({ member, option }) => `${code(member)} needs ${code(option)}.`,
  hint: ({ example }) => `Write ${code(`@${example}`)}.`,
};

export const extraSourceArgument: CatalogueEntry<MemberExample> = {
  code: 'FW2905',
  severity: 'error',
  title: 'A source of events is given more than its options',
  message: ({ member }) => `${code(member)} takes nothing after its options.`,
  hint: ({ example }) => `Put every option into one object: ${code(`@${example}`)}.`,
};

export const eventParameters: CatalogueEntry<{ readonly name: string; readonly count: number }> = {
  code: 'FW2906',
  severity: 'error',
  title: 'A function for events has more than two parameters',
  message: ({ name, count }) =>
    `The function ${code(name)} has ${count} parameters; it is called with what came and with a context.`,
  hint: () => 'Take the event, and after it the context if you need it.',
};

export const eventType: CatalogueEntry<{
  readonly member: string;
  readonly found: string;
  readonly expected: readonly string[];
  readonly hint: string;
}> = {
  code: 'FW2907',
  severity: 'error',
  title: 'The parameter of a function is of another type than its events',
  message: ({ member, found, expected }) =>
    `${code(member)} passes ${expected.length === 0 ? 'its `input`' : codeList(expected, 'or')}, and the type of this parameter is ${code(found)}.`,
  hint: ({ hint }) => hint,
};

export const repeatedSource: CatalogueEntry<{ readonly name: string; readonly what: string }> = {
  code: 'FW2908',
  severity: 'error',
  title: 'A function has the same source twice',
  message: ({ name, what }) => `The function ${code(name)} already gets the events of ${what}.`,
  hint: () => 'Remove one of the decorators, or give the second one its own method and name.',
};

export const functionOfSources: CatalogueEntry<{
  readonly name: string;
  readonly other: string | undefined;
}> = {
  code: 'FW2909',
  severity: 'error',
  title: 'The decorators of a method do not make one function of it',
  message: ({ name, other }) =>
    other === undefined
      ? `${code(name)} is a function for events, which \`lambdaFunction\` cannot make of it too.`
      : `The decorators of one method make one function of it, and they name it ${code(other)} and ${code(name)}.`,
  hint: ({ other }) =>
    other === undefined
      ? 'Remove `lambdaFunction`: the function can be invoked with a sample of its events (`framework invoke NAME --sample`).'
      : `Write ${code(`name: '${other}'`)} in each of them, or make two methods.`,
};

export const repeatedMiddleware: CatalogueEntry<NoData> = {
  code: 'FW2910',
  severity: 'error',
  title: 'Two decorators of a function list middleware',
  message: () => 'Another decorator of this function lists middleware already.',
  hint: () =>
    'Middleware runs around the function, whatever called it: list all of it in one decorator.',
};

export const payloadType: CatalogueEntry<{ readonly member: string; readonly found: string }> = {
  code: 'FW2911',
  severity: 'error',
  title: 'A payload is declared as bytes where it is text',
  message: ({ member, found }) =>
    `What ${code(member)} hands over is text, and never ${code(found)}.`,
  hint: () => 'Declare what is in the JSON of the text, or nothing for the text itself.',
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
  title: 'A source of events has a name that AWS does not know',
  message: ({ option, kind, text }) => {
    if (text === '') return `${code(option)} is empty.`;
    if (/^https?:/.test(text))
      return `${code(option)} is the address of a ${kind}, and not its name.`;
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
  hint: () => 'Write `batchWindow: 5` beside it, in seconds, or a `batchSize` of at most 10.',
};

export const fifoBatch: CatalogueEntry<{ readonly option: 'batchSize' | 'batchWindow' }> = {
  code: 'FW2914',
  severity: 'error',
  title: 'A FIFO queue has a batch that only other queues can have',
  message: ({ option }) =>
    option === 'batchSize'
      ? 'A batch of a FIFO queue has at most 10 messages.'
      : 'A FIFO queue has no `batchWindow`.',
  hint: ({ option }) =>
    option === 'batchSize' ? 'Write a `batchSize` of at most 10.' : 'Remove `batchWindow`.',
};

export const patternForm: CatalogueEntry<{ readonly option: string; readonly why: string }> = {
  code: 'FW2915',
  severity: 'error',
  title: 'A pattern of events is not of the form that AWS reads',
  message: ({ option, why }) => `This part of ${code(option)} cannot be read: ${why}.`,
  hint: () =>
    "A pattern is an object whose values are lists of what a value may be: `{ kind: ['paid', { prefix: 'free-' }] }`.",
};

export const tooManyFilters: CatalogueEntry<{ readonly count: number }> = {
  code: 'FW2916',
  severity: 'error',
  title: 'A source has more than five filters',
  message: ({ count }) =>
    `Lambda accepts at most 5 filters per source; this one has ${String(count)}.`,
  hint: () => 'Join some of them: a filter lists all that a value may be.',
};

export const sharedQueue: CatalogueEntry<{
  readonly queue: string;
  readonly name: string;
  readonly other: string;
}> = {
  code: 'FW2931',
  severity: 'error',
  title: 'Two functions are given one queue',
  message: ({ queue, name, other }) =>
    `The functions ${code(other)} and ${code(name)} both read the queue ${code(queue)}: each message would go to one of the two at random.`,
  hint: () => 'Let one function read the queue, or give each its own queue that a topic sends to.',
};
