// FW627x: queues, tables and streams that a function cannot read.
import {
  code,
  codeList,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import { type SourceData, subjectText } from '../../polled-sources/polled-kind.js';

export const sourceMissing: CatalogueEntry<
  SourceData & {
    /** A command that creates the source. */
    readonly making: string;
  }
> = {
  code: 'FW6270',
  severity: 'error',
  title: 'An event source does not exist',
  message: (data) => `${subjectText(data)}, but none with that name exists in ${data.region}.`,
  hint: ({ making }) =>
    `Create it, for example with ${code(making)}, or correct its name in the source or in \`environment_variables\`.`,
};

export const visibilityTooShort: CatalogueEntry<
  SourceData & { readonly visibility: number; readonly timeout: number }
> = {
  code: 'FW6272',
  severity: 'error',
  title: 'The visibility timeout of a queue is shorter than the timeout of its function',
  message: (data) =>
    `${subjectText(data)}, whose visibility timeout of ${data.visibility} s is shorter than the timeout of the function, ${data.timeout} s: Lambda rejects this, because a message would be delivered again while the function is still processing it.`,
  hint: ({ owner, visibility, timeout }) =>
    `Set the visibility timeout of the queue to ${6 * timeout} s, six times the timeout, as AWS recommends, or set ${code('lambda_timeout')} of ${code(owner)} to at most ${visibility}.`,
};

export const sourceElsewhere: CatalogueEntry<SourceData & { readonly found: string }> = {
  code: 'FW6273',
  severity: 'error',
  title: 'An event source is in another region',
  message: (data) =>
    `${subjectText(data)}, which is in ${data.found}; the stage is deployed to ${data.region}, and Lambda reads only from its own region.`,
  hint: ({ kind, found }) =>
    `Name a ${kind} in the region of the stage, or deploy the stage to ${found}.`,
};

export const roleCannotRead: CatalogueEntry<
  SourceData & {
    readonly role: string;
    readonly actions: readonly string[];
    /** The message from Lambda. */
    readonly reason: string;
  }
> = {
  code: 'FW6274',
  severity: 'error',
  title: 'The role of a function is not allowed to read its event source',
  message: (data) =>
    `${subjectText(data)}, but Lambda rejects its role ${code(data.role)}: ${data.reason}.`,
  hint: ({ actions, kind }) =>
    `Allow the role ${codeList(actions)} on the ${kind}; a generated policy allows them.`,
};

export const mappingsUnread: CatalogueEntry<{ readonly functions: readonly string[] }> = {
  code: 'FW6278',
  severity: 'warning',
  title: 'The credentials are not allowed to list event source mappings',
  message: ({ functions }) =>
    `The event source mappings of ${codeList(functions)} were not looked up: the credentials are missing the permission ${code('lambda:ListEventSourceMappings')}. Obsolete mappings of this stage are not deleted.`,
  hint: ({ functions: [name = ''] }) =>
    `Allow it, as the policy of ${code('framework gen-policy --deployer')} does, and run the command again. ${code(`aws lambda list-event-source-mappings --function-name ${name}`)} lists them even when the function is deleted.`,
};

export const queueOfTwo: CatalogueEntry<
  SourceData & { readonly other: string; readonly otherPlace: string }
> = {
  code: 'FW6275',
  severity: 'error',
  title: 'Two functions read one queue',
  message: (data) =>
    `${subjectText(data)}, and so does ${code(data.other)} in ${data.otherPlace}: each message would go to one of the two at random.`,
  hint: () =>
    'Let one function read the queue, or give each function its own queue and let a topic send every message to both.',
};

export const sourceTwice: CatalogueEntry<SourceData & { readonly otherPlace: string }> = {
  code: 'FW6276',
  severity: 'error',
  title: 'A function reads the same source twice',
  message: (data) => `${subjectText(data)} twice: also in ${data.otherPlace}.`,
  hint: () => 'Remove one of the two.',
};
