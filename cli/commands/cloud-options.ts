// The options shared by all commands that call AWS.
import { type OptionSpec, flag, valued } from '../program/command.js';

/** Takes precedence over `CLOUD_PROFILE`, which in turn takes precedence over the AWS SDK (docs/decisions/credentials.md). */
export const profileOption: OptionSpec = valued(
  'name',
  'Profile of the credentials; else CLOUD_PROFILE, else what the SDK finds',
);

export const regionOption: OptionSpec = valued(
  'name',
  'Region; else AWS_REGION, else the region of the profile',
);

/** For commands that call AWS: sends all calls to the local cloud of `framework cloud`. */
export const localOption: OptionSpec = flag(
  'Use the cloud on this machine instead of AWS; a deploy starts it',
);

/** Like `localOption`, for commands in which `--local` has another meaning. */
export const cloudOption: OptionSpec = flag(
  'Call what is deployed in the cloud on this machine (`framework deploy --local`)',
);

/** Takes precedence over `autogen_policy` in the configuration (specification 2.7). */
export const noAutogenPolicyOption: OptionSpec = flag(
  'Take the policy from .framework/policy.json instead of generating it',
);

/** The name of the option that lets a deploy delete an API or a function without asking. */
export const ALLOW_DELETE = 'allow-delete';

/** The name of the option that allows deleting user data. */
export const DELETE_DATA = 'delete-data';

/** The option of commands that ask for confirmation before a change. */
export const yesOption: OptionSpec = flag('Answer every question with yes', { letter: 'y' });

// The `--stage` option, the same for every command that supports it (specification 4.6).
export const stageOption: OptionSpec = valued('name', 'Stage whose configuration is used', {
  default: 'dev',
});
