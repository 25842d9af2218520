// The options shared by all commands that call AWS.
import { type OptionSpec, flag, valued } from '../program/command.js';

/** Takes precedence over `CLOUD_PROFILE`, which in turn takes precedence over the AWS SDK (docs/decisions/credentials.md). */
export const profileOption: OptionSpec = valued(
  'name',
  'AWS profile; defaults to CLOUD_PROFILE, then to the default credentials of the SDK',
);

export const regionOption: OptionSpec = valued(
  'name',
  'AWS region; defaults to AWS_REGION, then to the region of the profile',
);

/** For commands that call AWS: sends all calls to the local cloud of `framework cloud`. */
export const localOption: OptionSpec = flag(
  'Use the local cloud instead of AWS; a deploy starts it if needed',
);

/** The options that select the AWS account, or the local cloud. */
export const accountOptions: Readonly<Record<'local' | 'profile' | 'region', OptionSpec>> = {
  local: localOption,
  profile: profileOption,
  region: regionOption,
};

/** Like `localOption`, for commands in which `--local` has another meaning. */
export const cloudOption: OptionSpec = flag(
  'Call the function that is deployed in the local cloud (`framework deploy --local`)',
);

/** Takes precedence over `autogen_policy` in the configuration (specification 2.7). */
export const noAutogenPolicyOption: OptionSpec = flag(
  'Read the policy from .framework/policy.json instead of generating it',
);

/** The name of the option that lets a deploy delete an API or a function without asking. */
export const ALLOW_DELETE = 'allow-delete';

/** The name of the option that allows deleting user data. */
export const DELETE_DATA = 'delete-data';

/** The option of commands that ask for confirmation before a change. */
export const yesOption: OptionSpec = flag('Answer yes to every question', { letter: 'y' });

// The `--stage` option, the same for every command that supports it (specification 4.6).
export const stageOption: OptionSpec = valued('name', 'Stage whose configuration is used', {
  default: 'dev',
});
