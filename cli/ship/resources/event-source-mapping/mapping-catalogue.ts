// FW627x: queues, tables and streams that functions cannot read.
import type { CatalogueEntry } from '../../../../compiler/diagnostics/catalogue-entry.js';
import { code, codeList } from '../../../../compiler/diagnostics/code-text.js';

/** An event source of a function, as the code declares it. */
export type SourceData = {
  /** `queue`. */
  readonly kind: string;
  readonly name: string;
  /** The name of the function in the code. */
  readonly owner: string;
  /** `app.ts:12`. */
  readonly place: string;
  /** `onSqsMessage`. */
  readonly member: string;
  readonly region: string;
};

function subject({ kind, name, owner, place, member }: SourceData): string {
  return `${code(owner)} (${code(`@app.${member}`)} in ${place}) reads the ${kind} ${code(name)}`;
}

export const sourceMissing: CatalogueEntry<SourceData> = {
  code: 'FW6270',
  severity: 'error',
  title: 'A source of events does not exist',
  message: (data) => `${subject(data)}, and there is none of that name in ${data.region}.`,
  hint: ({ kind, name }) =>
    `Make it, for example with ${code(MAKING[kind]?.(name) ?? '')}, or correct its name in the source or in \`environment_variables\`.`,
};

const MAKING: Readonly<Record<string, (name: string) => string>> = {
  queue: (name) =>
    `aws sqs create-queue --queue-name ${name}${name.endsWith('.fifo') ? ' --attributes FifoQueue=true' : ''}`,
  stream: (name) =>
    `aws kinesis create-stream --stream-name ${name} --stream-mode-details StreamMode=ON_DEMAND`,
  table: () => 'aws dynamodb create-table',
  'table stream': () => 'aws dynamodb create-table',
};

export const tableWithoutStream: CatalogueEntry<
  SourceData & { readonly table: string; readonly latest: string | undefined }
> = {
  code: 'FW6271',
  severity: 'error',
  title: 'A table has no stream that a function could read',
  message: (data) =>
    data.latest === undefined
      ? `${subject(data)}, and no stream is switched on for the table ${code(data.table)}.`
      : `${subject(data)}, and the table ${code(data.table)} has another stream now: ${code(data.latest)}.`,
  hint: ({ table, latest }) =>
    latest === undefined
      ? `Switch it on: ${code(`aws dynamodb update-table --table-name ${table} --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`)}.`
      : `Write ${code(`table: '${table}'`)}, and the deploy takes the stream that the table has.`,
};

export const visibilityTooShort: CatalogueEntry<
  SourceData & { readonly visibility: number; readonly timeout: number }
> = {
  code: 'FW6272',
  severity: 'error',
  title: 'The visibility timeout of a queue is shorter than the timeout of its function',
  message: (data) =>
    `${subject(data)}, whose visibility timeout of ${data.visibility} s is shorter than the timeout of the function, ${data.timeout} s: Lambda refuses it, because a message would be given out again while the function still works on it.`,
  hint: ({ owner, visibility, timeout }) =>
    `Give the queue ${6 * timeout} s, six times the timeout, as AWS recommends, or set ${code('lambda_timeout')} of ${code(owner)} to at most ${visibility}.`,
};

export const sourceElsewhere: CatalogueEntry<SourceData & { readonly found: string }> = {
  code: 'FW6273',
  severity: 'error',
  title: 'A source of events is in another region',
  message: (data) =>
    `${subject(data)}, which is in ${data.found}; the stage is deployed to ${data.region}, and Lambda reads only what is in its own region.`,
  hint: ({ kind, found }) =>
    `Name a ${kind} in the region of the stage, or deploy the stage to ${found}.`,
};

export const roleCannotRead: CatalogueEntry<
  SourceData & {
    readonly role: string;
    readonly actions: readonly string[];
    /** Lambda's message. */
    readonly reason: string;
  }
> = {
  code: 'FW6274',
  severity: 'error',
  title: 'The role of a function may not read its source of events',
  message: (data) =>
    `${subject(data)}, and Lambda says of its role ${code(data.role)}: ${data.reason}.`,
  hint: ({ actions, kind }) =>
    `Allow the role ${codeList(actions)} on the ${kind}; a policy that framework generates has them.`,
};

export const queueOfTwo: CatalogueEntry<
  SourceData & { readonly other: string; readonly otherPlace: string }
> = {
  code: 'FW6275',
  severity: 'error',
  title: 'Two functions read one queue',
  message: (data) =>
    `${subject(data)}, and so does ${code(data.other)} in ${data.otherPlace}: each message would go to one of the two, and nobody knows to which.`,
  hint: () =>
    'Let one function read the queue, or give each a queue of its own that a topic sends to.',
};

export const sourceTwice: CatalogueEntry<SourceData & { readonly otherPlace: string }> = {
  code: 'FW6276',
  severity: 'error',
  title: 'A function reads the same source twice',
  message: (data) => `${subject(data)} twice: also in ${data.otherPlace}.`,
  hint: () => 'Take one of the two out.',
};

export const streamNotNamed: CatalogueEntry<SourceData> = {
  code: 'FW6277',
  severity: 'error',
  title: 'A template cannot tell the stream of a table',
  message: (data) =>
    `${subject(data)}, and only AWS knows the ARN of its stream, which a template needs.`,
  hint: () =>
    'Write `streamArn` in place of `table`, with the ARN or a variable that holds it; `framework deploy` needs no ARN.',
};
