// FW612x, FW625x: problems with the policy of a role, too many roles, and why a role is kept.
import { code, type CatalogueEntry } from '../../../../compiler/diagnostics/diagnostic.js';

export const policyTooLong: CatalogueEntry<{
  readonly role: string;
  readonly characters: number;
  readonly quota: number;
  /** Undefined for a generated policy. */
  readonly file: string | undefined;
}> = {
  code: 'FW6120',
  severity: 'error',
  title: 'The policy of a role is longer than IAM accepts',
  message: ({ role, characters, quota, file }) =>
    `The policy of the role ${code(role)}${file === undefined ? '' : `, ${code(file)},`} has ${characters} characters; IAM accepts at most ${quota}, not counting white space.`,
  hint: ({ file }) =>
    file === undefined
      ? 'Give every function its own role with `role_per_function`, or give individual functions their own roles with `"autogen_policy": true` in `lambda_functions`; or write a shorter policy by hand, with `*` in action names, and set `autogen_policy` to false.'
      : 'Combine statements that have the same resources, and use `*` for actions that begin with the same words.',
};

export const tooManyRoles: CatalogueEntry<{
  readonly created: number;
  readonly used: number;
  readonly quota: number;
}> = {
  code: 'FW6125',
  severity: 'error',
  title: 'The account cannot have as many roles as the functions need',
  message: ({ created, used, quota }) =>
    `The deploy would create ${created} role${created === 1 ? '' : 's'}. The account already has ${used} of at most ${quota} roles.`,
  hint: () =>
    'Delete unused roles, request a higher quota for `Roles per account` in the Service Quotas console, or set `role_per_function` to false: then the stage needs only one role.',
};

export const roleStays: CatalogueEntry<{ readonly role: string }> = {
  code: 'FW6250',
  severity: 'warning',
  title: 'A role is kept, because another region may use it',
  message: ({ role }) =>
    `The role ${code(role)} is kept: an earlier version created it without recording its region, so functions in another region may use it.`,
  hint: ({ role }) =>
    `If no function in another region uses it, delete it: ${code(`aws iam delete-role-policy --role-name ${role} --policy-name ${role}`)}, then ${code(`aws iam delete-role --role-name ${role}`)}.`,
};
