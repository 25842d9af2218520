// FW11: problems with .framework/config.json as a whole: its text, and a stage's settings after lookup and merging.
import {
  code,
  didYouMean,
  type CatalogueEntry,
  type NoData,
} from '../../compiler/diagnostics/diagnostic.js';
import type { Unreadable } from '../project/project-files.js';
import { STREAM_HANDLER } from './stage-config.js';
import type { ResourceType } from '../../runtime/contract/resources.js';
import { ENVIRONMENT_BYTES, NAME_LENGTH, TAGS, USAGE_PLANS } from './limits.js';

export const notJson: CatalogueEntry<{ readonly message: string }> = {
  code: 'FW1101',
  severity: 'error',
  title: 'The configuration is not valid JSON',
  message: ({ message }) => `The configuration is not valid JSON: ${message}.`,
  hint: () =>
    'JSON allows only double quotes, and neither comments nor a comma after the last entry.',
};

export const unreadableConfig: CatalogueEntry<{ readonly why: Unreadable }> = {
  code: 'FW1132',
  severity: 'error',
  title: 'The configuration cannot be read',
  message: ({ why }) =>
    why === 'folder'
      ? '`.framework/config.json` is a folder.'
      : '`.framework/config.json` exists but cannot be read.',
  hint: ({ why }) =>
    why === 'folder'
      ? 'Move its contents elsewhere, and write the configuration to a file with that name.'
      : 'Give the current user permission to read the file.',
};

export const duplicateKey: CatalogueEntry<{ readonly key: string }> = {
  code: 'FW1102',
  severity: 'error',
  title: 'A key appears twice in one mapping',
  message: ({ key }) =>
    `The key ${code(key)} appears twice here; only the last value would be used.`,
  hint: () => 'Remove one of the two entries.',
};

export const fileTooLarge: CatalogueEntry<NoData> = {
  code: 'FW1133',
  severity: 'error',
  title: 'The configuration is too large',
  message: () => 'The configuration has more than 1,000,000 characters, so it is not read.',
  hint: () =>
    'Put data in a file in `frameworklib/`: Lambda accepts at most 4096 bytes of environment variables.',
};

/** What the setting belongs to: `the stage` or a function. */
export type Owner = { readonly owner: string };

export const environmentTooLarge: CatalogueEntry<Owner & { readonly bytes: number }> = {
  code: 'FW1116',
  severity: 'error',
  title: 'The environment variables are larger than Lambda accepts',
  message: ({ owner, bytes }) =>
    `The environment variables of ${owner} take ${bytes} bytes as JSON; Lambda accepts at most ${ENVIRONMENT_BYTES}.`,
  hint: () =>
    'Put large values in a file in `frameworklib/` or in a store that the application reads.',
};

export const missingRole: CatalogueEntry<Owner> = {
  code: 'FW1117',
  severity: 'error',
  title: 'The role is not managed, and no role is set',
  message: ({ owner }) =>
    `${code('manage_iam_role')} is false for ${owner}, so ${code('iam_role_arn')} is required.`,
  hint: () =>
    'Add `"iam_role_arn": "arn:aws:iam::<account>:role/<name>"`, or remove `manage_iam_role`.',
};

export const tooManyTags: CatalogueEntry<Owner & { readonly count: number }> = {
  code: 'FW1122',
  severity: 'error',
  title: 'There are more tags than AWS accepts',
  message: ({ owner, count }) =>
    `${owner} has ${count} tags; AWS accepts at most 50 per resource, and framework needs one of them, so you can use ${TAGS.count}.`,
  hint: () => 'Remove some tags.',
};

export const halfVpc: CatalogueEntry<Owner & { readonly given: string; readonly missing: string }> =
  {
    code: 'FW1126',
    severity: 'warning',
    title: 'An incomplete VPC configuration has no effect',
    message: ({ owner, given, missing }) =>
      `${code(given)} has no effect for ${owner} without ${code(missing)}.`,
    hint: ({ given, missing }) => `Add ${code(missing)}, or remove ${code(given)}.`,
  };

export const cloudNameTooLong: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW1127',
  severity: 'error',
  title: 'An AWS resource name would be too long',
  message: ({ name }) =>
    `The AWS resource name ${code(name)} would have ${name.length} characters; Lambda and IAM accept at most ${NAME_LENGTH}.`,
  hint: () =>
    'Shorten the application name, the stage name or the function name: the AWS name joins them with `-`.',
};

export const resourceNameInCloud: CatalogueEntry<{
  readonly type: ResourceType;
  readonly name: string;
  /** The name with placeholders for account and region. */
  readonly shown: string;
  readonly length: number;
  readonly most: number;
}> = {
  code: 'FW1159',
  severity: 'error',
  title: 'AWS does not accept the full name of a resource',
  message: ({ type, name, shown, length, most }) =>
    length > most
      ? `The ${type} ${code(name)} would be named ${code(shown)} in AWS. This name has ${type === 'bucket' ? 'up to ' : ''}${length} characters; AWS accepts at most ${most}.`
      : `The ${type} ${code(name)} would be named ${code(shown)} in AWS, but ${type === 'bucket' ? 'the name of a bucket can contain only lower-case letters, digits and `-`' : 'AWS does not accept such a name'}.`,
  hint: ({ length, most }) =>
    length > most
      ? 'Shorten the resource name, the application name or the stage name: the AWS name joins them with `-`.'
      : 'Set `app_name` in `.framework/config.json` to a lower-case name without `_`, or give the stage such a name.',
};

export const otherAppName: CatalogueEntry<{
  readonly configured: string;
  readonly declared: string;
}> = {
  code: 'FW1128',
  severity: 'warning',
  title: 'The configuration and the source give the application different names',
  message: ({ configured, declared }) =>
    `${code('app_name')} is ${code(configured)} here, but the source says ${code(`appName: '${declared}'`)}.`,
  hint: () => 'Use the same name in both: deployed resources are found by this name.',
};

export const unknownFunction: CatalogueEntry<{
  readonly name: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
}> = {
  code: 'FW1129',
  severity: 'warning',
  title: 'Settings are given for a function that does not exist',
  message: ({ name }) =>
    `The application has no function ${code(name)}, so these settings have no effect.`,
  hint: ({ name, suggestion, known }) =>
    name === STREAM_HANDLER
      ? 'This function is created only for streaming routes, and the application has none.'
      : didYouMean(suggestion, known),
};

export const missingPolicyFile: CatalogueEntry<
  Owner & {
    readonly path: string;
    /** The function that uses the setting; undefined for the stage. */
    readonly name: string | undefined;
  }
> = {
  code: 'FW1131',
  severity: 'error',
  title: 'The policy file does not exist',
  message: ({ owner, path }) =>
    `${code('autogen_policy')} is false for ${owner}, so its policy is read from ${code(path)}, but that file does not exist.`,
  hint: ({ path, name }) => {
    const option = name === undefined ? '' : ` --function ${name}`;
    return `Create it with ${code(`framework gen-policy${option} > ${path}`)}, or remove ${code('autogen_policy')}.`;
  },
};

export const sharedByAll: CatalogueEntry<{
  readonly key: 'manage_iam_role' | 'autogen_policy';
  readonly stage: string;
}> = {
  code: 'FW1175',
  severity: 'error',
  title: 'role_per_function contradicts another setting',
  message: ({ key, stage }) =>
    `${code('role_per_function')} is true for the stage ${stage}, and ${code(key)} is false: ${
      key === 'manage_iam_role'
        ? 'this gives all functions the role in `iam_role_arn`'
        : 'this gives all functions the policy in one file'
    }.`,
  hint: ({ key }) =>
    `Set ${code('role_per_function')} to false for this stage, or move ${code(key)} to the entries in ${code('lambda_functions')} that it is meant for.`,
};

export const layerTwice: CatalogueEntry<{ readonly layer: string }> = {
  code: 'FW1147',
  severity: 'error',
  title: 'A layer appears twice in one list',
  message: ({ layer }) => `The layer ${code(layer)} appears twice here, which Lambda rejects.`,
  hint: () => 'Keep one of its versions.',
};

export const closedApi: CatalogueEntry<NoData> = {
  code: 'FW1148',
  severity: 'error',
  title: 'No caller is allowed to use the private API',
  message: () =>
    `${code('api_gateway_endpoint_type')} is ${code('PRIVATE')}, but API Gateway deploys a private API only with a policy that defines who can call it.`,
  hint: () =>
    'Add `api_gateway_endpoint_vpce` with the VPC endpoint that can call it, or `api_gateway_policy_file`.',
};

export const unusedEndpoint: CatalogueEntry<{ readonly type: string }> = {
  code: 'FW1149',
  severity: 'error',
  title: 'A VPC endpoint is given for an API that is not private',
  message: ({ type }) =>
    `${code('api_gateway_endpoint_vpce')} is for private APIs, but ${code('api_gateway_endpoint_type')} is ${code(type)}.`,
  hint: () => 'Write `"api_gateway_endpoint_type": "PRIVATE"`, or remove the key.',
};

export const privateDomain: CatalogueEntry<NoData> = {
  code: 'FW1154',
  severity: 'error',
  title: 'A private API has a public domain',
  message: () =>
    `${code('api_gateway_custom_domain')} is a public domain, but ${code('api_gateway_endpoint_type')} is ${code('PRIVATE')}.`,
  hint: () => 'Remove one of the two keys.',
};

export const missingCertificate: CatalogueEntry<NoData> = {
  code: 'FW1155',
  severity: 'error',
  title: 'A domain has no certificate',
  message: () =>
    `${code('api_gateway_custom_domain')} has no ${code('certificate_arn')}, but a domain cannot be created without one.`,
  hint: () =>
    'Write the ARN of its certificate, or `"manage_domain": false` for a domain that already exists.',
};

export const unusedDomainKey: CatalogueEntry<{ readonly key: string }> = {
  code: 'FW1156',
  severity: 'error',
  title: 'A setting is given for a domain that is not managed',
  message: ({ key }) =>
    `${code(key)} applies only to a domain that the stage manages, but ${code('manage_domain')} is false.`,
  hint: () => 'Remove one of the two keys.',
};

/** The first streaming path, and the number of other streaming paths. */
type Streams = { readonly path: string; readonly others: number };

function streamsText({ path, others }: Streams): string {
  return others === 0 ? code(path) : `${code(path)} and ${others} more`;
}

export const uncompressedStreams: CatalogueEntry<Streams> = {
  code: 'FW1157',
  severity: 'warning',
  title: 'API Gateway does not compress streams',
  message: (streams) =>
    `${code('minimum_compression_size')} has no effect on the streaming routes (${streamsText(streams)}).`,
  hint: () =>
    'If the size of a stream matters, compress it in the view and set a `content-encoding` header.',
};

export const idleStreams: CatalogueEntry<Streams> = {
  code: 'FW1158',
  severity: 'warning',
  title: 'An edge-optimized endpoint ends a stream after 30 seconds of silence',
  message: (streams) =>
    `An endpoint of type ${code('EDGE')} ends a stream that sends nothing for 30 seconds, a ${code('REGIONAL')} one after 5 minutes. Streaming routes: ${streamsText(streams)}.`,
  hint: () =>
    'Use `REGIONAL`, or send something every few seconds; server-sent events do so automatically after the first chunk.',
};

export const halfRate: CatalogueEntry<{
  readonly name: string;
  readonly given: string;
  readonly missing: string;
}> = {
  code: 'FW1162',
  severity: 'error',
  title: 'An API key has a rate without a burst, or a burst without a rate',
  message: ({ name, given, missing }) =>
    `The API key ${code(name)} has ${code(given)} but no ${code(missing)}.`,
  hint: ({ missing }) =>
    missing === 'burst'
      ? 'Add `burst`, the number of requests that can arrive at once; twice the rate is a common value.'
      : 'Add `rate`, the number of requests per second that are allowed in the long run.',
};

export const tooManyKeys: CatalogueEntry<{ readonly count: number }> = {
  code: 'FW1163',
  severity: 'error',
  title: 'There are too many API keys: an account cannot have that many usage plans',
  message: ({ count }) =>
    `${code('api_keys')} has ${count} entries, but an account can have at most ${USAGE_PLANS} usage plans in a region.`,
  hint: () =>
    'Each key has its own usage plan. For more callers, use an authorizer or check tokens in the application.',
};

export const noKeys: CatalogueEntry<{
  readonly route: string;
  readonly others: number;
  readonly stage: string;
}> = {
  code: 'FW1164',
  severity: 'warning',
  title: 'A route requires an API key, but the stage has none',
  message: ({ route, others, stage }) =>
    `${code(route)}${others === 0 ? '' : ` and ${others} more`} require${others === 0 ? 's' : ''} an API key, but the stage ${code(stage)} has no ${code('api_keys')}: callers get 403.`,
  hint: () =>
    'Add `"api_keys": { "partner": {} }` to the stage in `.framework/config.json`, or `"api_keys": {}` if the keys are created elsewhere.',
};

export const unusedKeys: CatalogueEntry<{ readonly names: readonly string[] }> = {
  code: 'FW1165',
  severity: 'warning',
  title: 'No route requires an API key',
  message: ({ names }) =>
    `No route requires an API key, so ${code('api_keys')} (${names.join(', ')}) has no effect.`,
  hint: () => 'Set `apiKeyRequired: true` on the routes, or remove the keys.',
};

export const missingApiPolicy: CatalogueEntry<{ readonly path: string }> = {
  code: 'FW1150',
  severity: 'error',
  title: 'The policy file of the API does not exist',
  message: ({ path }) =>
    `${code('api_gateway_policy_file')} names ${code(path)}, but that file does not exist.`,
  hint: () => 'Write the resource policy of the API to that file, or remove the key.',
};

/** What is wrong with the line: it is not `NAME=value`, has an unclosed quote, or has text after a quoted value. */
export type LineProblem = 'assignment' | 'quote' | 'behind';

export const environmentLine: CatalogueEntry<{ readonly why: LineProblem }> = {
  code: 'FW1135',
  severity: 'error',
  title: 'A line of an environment file is invalid',
  message: ({ why }) => ENVIRONMENT_LINE[why],
  hint: () =>
    'Write `NAME=value`, with quotes around a value that has several lines or `#`; a comment begins with `#`.',
};

const ENVIRONMENT_LINE: Readonly<Record<LineProblem, string>> = {
  assignment: 'This line is not a variable: it does not begin with a name and `=`.',
  quote: 'The value begins with a quote that is never closed.',
  behind: 'The text after the closing quote of the value would be lost.',
};

type NamedSource = {
  readonly kind: string;
  readonly owner: string;
  readonly stage: string;
  readonly examples: readonly string[];
};

export const eventSourceVariable: CatalogueEntry<NamedSource & { readonly variable: string }> = {
  code: 'FW1136',
  severity: 'error',
  title: 'An event source uses a variable that the stage does not have',
  message: ({ kind, owner, stage, variable }) =>
    `The ${kind} of ${code(owner)} is named by ${code(`process.env.${variable}`)}, but the stage ${code(stage)} has no environment variable ${code(variable)}.`,
  hint: ({ kind, stage, variable, examples: [example = ''] }) =>
    `Add ${code(`"environment_variables": { "${variable}": "${example}" }`)} to the stage ${code(stage)} in \`.framework/config.json\`, with the ${wayOf(example)} of the ${kind}.`,
};

export const eventSourceName: CatalogueEntry<
  NamedSource & {
    readonly variable: string | undefined;
    /** The text to show; undefined for the value of a variable. */
    readonly shown: string | undefined;
    readonly isEmpty: boolean;
    /** The service if the value is an ARN, for example `sns`. */
    readonly service: string | undefined;
    /** The queue's name if the value is the URL of a queue. */
    readonly queue: string | undefined;
  }
> = {
  code: 'FW1137',
  severity: 'error',
  title: 'The value for an event source is neither a name nor an ARN',
  message: ({
    kind,
    owner,
    stage,
    variable,
    shown,
    isEmpty,
    service,
    examples: [example = ''],
  }) => {
    const subject =
      variable === undefined
        ? `The ${kind} of ${code(owner)} is ${code(shown ?? '')}, which`
        : `The ${kind} of ${code(owner)} is named by ${code(`process.env.${variable}`)}, which in the stage ${code(stage)}`;
    if (isEmpty) return `${subject} is empty.`;
    if (service !== undefined) return `${subject} is an ARN, but not the ARN of a ${kind}.`;
    return `${subject} is ${wayOf(example) === 'ARN' ? 'not the ARN' : 'neither the name nor the ARN'} of a ${kind}.`;
  },
  hint: ({ kind, queue, examples }) =>
    queue === undefined
      ? `Write the ${kind} like ${examples.map(code).join(' or ')}.`
      : `This is the URL of a queue; write its name, ${code(queue)}, or its ARN.`,
};

function wayOf(example: string): 'name' | 'ARN' {
  return example.startsWith('arn:') ? 'ARN' : 'name';
}
