// The options shared by all commands that call AWS.
import { type OptionSpec, flag, valued } from '../program/command.js';

/** The order of precedence is in docs/decisions/credentials.md. */
export const profileOption: OptionSpec = valued(
  'name',
  'AWS profile; defaults to CLOUD_PROFILE, then to the default credentials of the SDK',
);

export const regionOption: OptionSpec = valued(
  'name',
  'AWS region; defaults to AWS_REGION, then to the region of the profile',
);

export const localOption: OptionSpec = flag(
  'Use the local cloud instead of AWS; a deploy starts it if needed',
);

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

/** Lets a deploy delete an API or a function without asking. */
export const ALLOW_DELETE = 'allow-delete';

/** Allows deleting user data. */
export const DELETE_DATA = 'delete-data';

export const yesOption: OptionSpec = flag('Answer yes to every question', { letter: 'y' });

/** Every command that has this option has exactly this one (specification 4.6). */
export const stageOption: OptionSpec = valued('name', 'Stage whose configuration is used', {
  default: 'dev',
});
