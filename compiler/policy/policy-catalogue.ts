// FW40: problems with generated policies. All except the last are warnings: the policy is generated anyway, and each code's
// page explains how to add what is unknown.
import { code, codeList, type CatalogueEntry } from '../diagnostics/diagnostic.js';

const BASE = 'Add the required permissions to `.framework/policy-base.json`';

export const computedOperation: CatalogueEntry<{
  readonly text: string;
  readonly package: string;
}> = {
  code: 'FW4001',
  severity: 'warning',
  title: 'The called operation is unknown',
  message: ({ text, package: name }) =>
    `The operation of ${code(name)} that ${code(text)} calls cannot be determined from the source.`,
  hint: () => `${BASE}, or name the operation where it is called.`,
};

export const foreignPackage: CatalogueEntry<{ readonly package: string; readonly client: string }> =
  {
    code: 'FW4002',
    severity: 'warning',
    title: 'A client is passed to a package that is not analyzed',
    message: ({ package: name, client }) =>
      `${code(name)} receives a ${code(client)}, but the operations that it calls are unknown.`,
    hint: () => `${BASE}.`,
  };

export const computedImport: CatalogueEntry<{ readonly text: string }> = {
  code: 'FW4003',
  severity: 'warning',
  title: 'The loaded module is unknown',
  message: ({ text }) =>
    `The module that ${code(text)} loads cannot be determined from the source.`,
  hint: () =>
    'Write the path as a string literal, or add the permissions that the module needs to `.framework/policy-base.json`.',
};

export const guessedReceiver: CatalogueEntry<{
  readonly text: string;
  readonly packages: readonly string[];
}> = {
  code: 'FW4004',
  severity: 'warning',
  title: 'A call was attributed to the AWS SDK only by its method name',
  message: ({ text, packages }) =>
    `The object on which ${code(text)} is called cannot be determined; the call is attributed to ${codeList(packages)}.`,
  hint: () =>
    'Give the client a type, for example `client: DynamoDB`, so that the call can be identified.',
};

export const entangledCode: CatalogueEntry<{ readonly file: string }> = {
  code: 'FW4012',
  severity: 'warning',
  title: 'Code is too complex to be analyzed',
  message: ({ file }) =>
    `${code(file)} and the code that it works with pass around more values than the analysis can follow. ` +
    'Methods and exports in this code that may belong to the SDK are identified only by name.',
  hint: () =>
    'Install such code as a package instead of importing its source, or compare the policy with what the code calls.',
};

export const unreadLink: CatalogueEntry<{ readonly package: string; readonly directory: string }> =
  {
    code: 'FW4013',
    severity: 'warning',
    title: 'No source of a linked package can be found',
    message: ({ package: name, directory }) =>
      `${code(name)} is linked to ${code(directory)}, but no entry point in its package.json resolves to a file, so its calls are unknown.`,
    hint: () =>
      `Point ${code('exports')} in its package.json to its source, for example ${code('"./src/index.ts"')}, or build it first.`,
  };

export const unknownOperation: CatalogueEntry<{
  readonly text: string;
  readonly package: string;
  readonly actions: readonly string[];
  readonly date: string;
}> = {
  code: 'FW4005',
  severity: 'warning',
  title: 'An operation is missing from the policy data',
  message: ({ text, package: name, actions, date }) =>
    `${code(text)} of ${code(name)} has no action in the policy data of ${date}; ${codeList(actions)} ` +
    'is allowed, based on the name of the operation.',
  hint: () =>
    'Look up the action in the AWS documentation. If it has another name, add it to `.framework/policy-base.json`.',
};

export const unknownPackage: CatalogueEntry<{
  readonly text: string;
  readonly package: string;
  readonly prefix: string | undefined;
}> = {
  code: 'FW4006',
  severity: 'warning',
  title: 'A package is missing from the policy data',
  message: ({ text, package: name, prefix }) =>
    `${code(text)} of ${code(name)} is missing from the policy data; ` +
    (prefix === undefined
      ? 'nothing is allowed for it.'
      : `its actions are assumed to begin with ${code(`${prefix}:`)}.`),
  hint: () => `${BASE}.`,
};

export const resourcesCollapsed: CatalogueEntry<{
  readonly actions: readonly string[];
  readonly limit: number;
}> = {
  code: 'FW4007',
  severity: 'warning',
  title: 'Resources were replaced by `*` to keep the policy short',
  message: ({ actions, limit }) =>
    `${codeList(actions)} ${actions.length === 1 ? 'is' : 'are'} allowed on \`*\`: a policy that listed all ` +
    `resources would exceed the ${limit.toLocaleString('en')} characters that AWS allows.`,
  hint: () => 'Give functions their own roles, or give the resources names with a common prefix.',
};

export const policyTooLong: CatalogueEntry<{ readonly size: number; readonly limit: number }> = {
  code: 'FW4008',
  severity: 'warning',
  title: 'The policy is longer than AWS allows',
  message: ({ size, limit }) =>
    `The policy has ${size.toLocaleString('en')} characters; AWS allows at most ${limit.toLocaleString('en')}.`,
  hint: () => 'Give functions their own roles in `lambda_functions`.',
};

export const anyRole: CatalogueEntry<{ readonly action: string; readonly text: string }> = {
  code: 'FW4009',
  severity: 'warning',
  title: 'Any role may be assumed or passed',
  message: ({ action, text }) =>
    `The role for ${code(text)} is unknown, so ${code(action)} is allowed on every role.`,
  hint: () =>
    'Write the ARN of the role as a string literal, or in `environment_variables` of the stage.',
};

export const moreRights: CatalogueEntry<{ readonly text: string; readonly rights: string }> = {
  code: 'FW4010',
  severity: 'warning',
  title: 'A call needs permissions that its input does not show',
  message: ({ text, rights }) => `${code(text)} also needs ${rights}.`,
  hint: () => `${BASE}.`,
};

export const unknownInput: CatalogueEntry<{
  readonly text: string;
  readonly actions: readonly string[];
}> = {
  code: 'FW4014',
  severity: 'warning',
  title: 'An unknown input may need more permissions',
  message: ({ text, actions }) =>
    `The input of ${code(text)} cannot be determined from the source; some inputs also need ${codeList(actions, 'or')}, which the policy does not allow.`,
  hint: () =>
    `Write the input where it is sent, or add the required permissions to \`.framework/policy-base.json\`.`,
};

export const notSeparated: CatalogueEntry<{ readonly functions: readonly string[] }> = {
  code: 'FW4011',
  severity: 'warning',
  title: 'A function with its own policy may make every AWS call',
  message: ({ functions }) =>
    `According to the source, ${codeList(functions)} may make every AWS call in the application, so the policy allows all of them.`,
  hint: () =>
    'Move calls that only this function needs into the function itself, out of code that runs when modules are loaded.',
};
