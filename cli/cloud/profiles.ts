// Reads region and endpoint of the profiles in ~/.aws/credentials and ~/.aws/config. Keys and tokens are left to the
// SDK, which a command that needs only the region never loads.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readText } from '../project/disk.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings by profile and key, such as `region` and `endpoint_url`. */
export type Profiles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads both files. The credentials file wins when both have a key, as in the SDK. */
export function readProfiles(environment: Environment): Profiles {
  const folder = join(environment['HOME'] || environment['USERPROFILE'] || homedir(), '.aws');
  const config = readText(environment['AWS_CONFIG_FILE'] || join(folder, 'config')) ?? '';
  const credentials =
    readText(environment['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials')) ?? '';
  const profiles = new Map<string, Map<string, string>>();
  const sections = [...parseSections(config, configProfile), ...parseSections(credentials, trim)];
  for (const { name, key, value } of sections) {
    const profile = profiles.get(name) ?? new Map<string, string>();
    profiles.set(name, profile);
    if (key !== undefined) profile.set(key, value);
  }
  return profiles;
}

type Line = {
  readonly name: string;
  /** The key of a setting; undefined for the line that begins a section. */
  readonly key: string | undefined;
  readonly value: string;
};

/** Parses the lines. `nameOf` returns the profile of a section heading, or undefined for another kind of section. */
function parseSections(text: string, nameOf: (heading: string) => string | undefined): Line[] {
  let name: string | undefined;
  return text.split(/\r?\n/).flatMap((line): Line[] => {
    const heading = /^\s*\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) {
      name = nameOf(heading);
      return name === undefined ? [] : [{ name, key: undefined, value: '' }];
    }
    // A line that is indented belongs to the setting above it.
    const setting = /^([^\s#;=][^=]*)=(.*?)(?:\s[#;].*)?$/.exec(line);
    if (name === undefined || !setting) return [];
    return [{ name, key: trim(setting[1] ?? '').toLowerCase(), value: trim(setting[2] ?? '') }];
  });
}

/** The profile of a heading: `[profile prod]` and `[default]`, but not `[sso-session x]` and `[services x]`. */
function configProfile(heading: string): string | undefined {
  const text = trim(heading);
  if (text === 'default') return text;
  return /^profile\s+["']?(.*?)["']?$/.exec(text)?.[1];
}

function trim(text: string): string {
  return text.trim();
}
