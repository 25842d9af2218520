// FW65: problems with secrets and parameters of a stage.
import {
  code,
  codeList,
  type CatalogueEntry,
} from '../../../../compiler/diagnostics/diagnostic.js';
import type { ParameterKind } from '../../../../runtime/contract/parameters.js';

type NamedParameter = {
  readonly kind: ParameterKind;
  readonly name: string;
  readonly stage: string;
  readonly region: string;
};

type DeclaredParameter = NamedParameter & {
  /** `app.ts:5` */
  readonly place: string;
};

/** Returns the command that sets a value. */
function setting({ kind, name, stage }: Pick<NamedParameter, 'kind' | 'name' | 'stage'>): string {
  return code(`framework ${kind} set ${name} --stage ${stage}`);
}

export const parameterMissing: CatalogueEntry<DeclaredParameter> = {
  code: 'FW6501',
  severity: 'error',
  title: 'A secret or parameter has no value',
  message: ({ kind, name, stage, region, place }) =>
    `The ${kind} ${code(name)}, which ${code(place)} declares, has no value in the stage ${code(stage)} in ${code(region)}.`,
  hint: (data) => `Run ${setting(data)}; it takes the value from standard input or asks for it.`,
};

export const parameterOfOtherKind: CatalogueEntry<
  DeclaredParameter & { readonly command: string }
> = {
  code: 'FW6502',
  severity: 'error',
  title: 'A secret is stored as a parameter, or a parameter as a secret',
  message: ({ kind, name, stage, place }) =>
    kind === 'secret'
      ? `${code(name)}, which ${code(place)} declares as a secret, is stored as plain text in the stage ${code(stage)}.`
      : `${code(name)}, which ${code(place)} declares as a parameter, is stored encrypted in the stage ${code(stage)}.`,
  hint: ({ command, ...data }) =>
    `Systems Manager cannot change the type of a value: run ${code(command)}, then ${setting(data)}.`,
};

export const parametersStay: CatalogueEntry<{
  readonly app: string;
  readonly stage: string;
  readonly names: readonly string[];
}> = {
  code: 'FW6503',
  severity: 'warning',
  title: 'Secrets and parameters are kept when a stage is deleted',
  message: ({ stage, names }) =>
    `Secrets and parameters of the stage ${code(stage)} are kept: ${codeList(names)}.`,
  hint: ({ stage }) =>
    `Delete those that you no longer need with ${code(`framework secret delete <name> --stage ${stage}`)}, or ${code('framework parameter delete')}.`,
};

export const parametersUnlisted: CatalogueEntry<{ readonly stage: string; readonly path: string }> =
  {
    code: 'FW6504',
    severity: 'warning',
    title: 'The kept secrets and parameters could not be listed',
    message: ({ stage, path }) =>
      `Secrets and parameters of the stage ${code(stage)} are kept, but they could not be listed: the caller is not allowed to call ${code('ssm:DescribeParameters')}. Their names begin with ${code(path)}.`,
  };

export const parametersNotExported: CatalogueEntry<{
  readonly names: readonly string[];
  readonly path: string;
}> = {
  code: 'FW6505',
  severity: 'warning',
  title: 'Values of secrets and parameters are not part of an export',
  message: ({ names, path }) =>
    `The template allows the functions to read ${codeList(names)} below ${code(path)}, but does not create these values, because the source does not contain them.`,
  hint: () =>
    'Store them with `framework secret set` and `framework parameter set` in the account and region of the stack.',
};

export const refusedValue: CatalogueEntry<
  Pick<NamedParameter, 'kind' | 'name'> & {
    readonly why: 'empty' | 'large' | 'binary' | 'nobody';
    readonly most: number;
  }
> = {
  code: 'FW6506',
  severity: 'error',
  title: 'A value cannot be stored',
  message: ({ kind, name, why, most }) => {
    switch (why) {
      case 'empty':
        return `The value of the ${kind} ${code(name)} is empty; Systems Manager does not store empty values.`;
      case 'large':
        return `The value of the ${kind} ${code(name)} is longer than the ${most.toLocaleString('en')} bytes that Systems Manager stores without charge.`;
      case 'binary':
        return `The value of the ${kind} ${code(name)} is not UTF-8 text.`;
      case 'nobody':
        return `There is no value for the ${kind} ${code(name)}: standard input is a terminal, but the command cannot prompt for the value.`;
    }
  },
  hint: ({ kind, name, why }) =>
    why === 'large'
      ? `Store the value in a bucket or in Secrets Manager, and set this ${kind} to the name of the object or secret.`
      : why === 'binary'
        ? `Encode it, for example ${code(`base64 < key.bin | framework ${kind} set ${name}`)}.`
        : `Pass it on standard input: ${code(`framework ${kind} set ${name} < value.txt`)}.`,
};

export const otherType: CatalogueEntry<Pick<NamedParameter, 'kind' | 'name' | 'stage'>> = {
  code: 'FW6507',
  severity: 'error',
  title: 'A secret and a parameter cannot have the same name',
  message: ({ kind, name, stage }) =>
    `${code(name)} is stored as a ${otherKind(kind)} in the stage ${code(stage)}, and Systems Manager cannot change the type of a value.`,
  hint: ({ kind, name, stage }) =>
    `Delete it first, with ${code(`framework ${otherKind(kind)} delete ${name} --stage ${stage}`)}.`,
};

function otherKind(kind: ParameterKind): ParameterKind {
  return kind === 'secret' ? 'parameter' : 'secret';
}

export const missingValue: CatalogueEntry<
  NamedParameter & { readonly nearest: string | undefined }
> = {
  code: 'FW6508',
  severity: 'error',
  title: 'There is no such secret or parameter',
  message: ({ kind, name, stage, region }) =>
    `The stage ${code(stage)} has no ${kind} ${code(name)} in ${code(region)}.`,
  hint: ({ kind, stage, nearest }) =>
    `${nearest === undefined ? '' : `Did you mean ${code(nearest)}? `}${code(`framework ${kind} list --stage ${stage}`)} lists the existing ones.`,
};
