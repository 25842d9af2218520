// The profiles of ~/.aws/credentials and ~/.aws/config, as far as they tell where to call. Keys and tokens are the SDK's
// to read; it is asked later, and not at all by a command that needs only the region.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by name of a profile, then by key: `region`, `endpoint_url`. */
export type Profiles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads both files; a key that stands in both counts from the credentials file, as the SDK has it. */
export function readProfiles(environment: Environment): Profiles {
  const folder = join(environment['HOME'] || environment['USERPROFILE'] || homedir(), '.aws');
  const config = readText(environment['AWS_CONFIG_FILE'] || join(folder, 'config'));
  const credentials = readText(
    environment['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials'),
  );
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
  /** Undefined for the line that begins the section. */
  readonly key: string | undefined;
  readonly value: string;
};

/** `nameOf` tells the profile of a heading; undefined for a section that is none. */
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

/** `[profile prod]` and `[default]`; not `[sso-session x]` and `[services x]`. */
function configProfile(heading: string): string | undefined {
  const text = trim(heading);
  if (text === 'default') return text;
  return /^profile\s+["']?(.*?)["']?$/.exec(text)?.[1];
}

function trim(text: string): string {
  return text.trim();
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // No file, or one that this user may not read: no profiles.
    return '';
  }
}
