// FW64xx: why a stage cannot be exported, or why its template cannot be used.
import { code, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export const nothingToExport: CatalogueEntry<{ readonly app: string; readonly stage: string }> = {
  code: 'FW6401',
  severity: 'error',
  title: 'There is nothing to export',
  message: ({ app, stage }) =>
    `The stage ${code(stage)} of ${code(app)} has neither routes nor functions.`,
  hint: () =>
    'Declare a route or a function in the source, or name the folder of the application with `--project-dir`.',
};

export const templateTooLarge: CatalogueEntry<{
  readonly what: 'bytes' | 'resources' | 'outputs';
  readonly count: number;
  readonly quota: number;
}> = {
  code: 'FW6402',
  severity: 'error',
  title: 'The template is too large for CloudFormation',
  message: ({ what, count, quota }) =>
    `The template has ${count.toLocaleString('en')} ${what}; CloudFormation accepts at most ${quota.toLocaleString('en')}.`,
  hint: () =>
    'Export with `--format terraform`, which has no such limit, or split the application in two, each with its own stack.',
};

export const mergeFile: CatalogueEntry<{
  readonly file: string;
  readonly problem: string;
}> = {
  code: 'FW6403',
  severity: 'error',
  title: 'The file to merge cannot be used',
  message: ({ file, problem }) => `${code(file)} ${problem}.`,
  hint: () =>
    'Pass a JSON file that contains a part of a CloudFormation template, such as `{ "Outputs": { … } }`.',
};

export const mergedName: CatalogueEntry<{
  readonly file: string;
  readonly id: string;
  readonly type: string;
  readonly known: string;
}> = {
  code: 'FW6405',
  severity: 'error',
  title: 'A merged resource has the name of another resource',
  message: ({ file, id, type, known }) =>
    `${code(id)} is an ${code(type)} in ${code(file)}, but the template has an ${code(known)} of that name.`,
  hint: () =>
    'Give the merged resource another name. To change the resource in the template, write the same `Type`, or omit it.',
};

export const misreadText: CatalogueEntry<{
  /** `Environment.Variables.Ref` */
  readonly property: string;
  readonly why: 'name' | 'text';
}> = {
  code: 'FW6406',
  severity: 'error',
  title: 'CloudFormation would read a string from the application as a reference',
  message: ({ property, why }) =>
    why === 'name'
      ? `${code(property)} cannot be written: CloudFormation reads an object with such a key as an intrinsic function.`
      : `${code(property)} cannot be written: CloudFormation replaces ${code('{{resolve:…}}')} with a parameter or a secret.`,
  hint: () =>
    'Change this string, or use `framework deploy` or `--format terraform`, which keep it unchanged.',
};

export const nothingToAdopt: CatalogueEntry<{
  readonly app: string;
  readonly stage: string;
  readonly region: string;
}> = {
  code: 'FW6404',
  severity: 'error',
  title: 'There is nothing to adopt',
  message: ({ app, stage, region }) =>
    `The stage ${code(stage)} of ${code(app)} is not deployed in ${code(region)}.`,
  hint: () =>
    'Omit `--adopt`, so that Terraform creates everything, or select another target with `--region` or `--profile`.',
};
