// Reads the small applications in this folder, one file each: a sentence, the project's files after lines `-- name --`, the
// body of the view after `-- view --` if the application has only this one, the expected policy without its log permissions,
// and the expected warnings with their locations.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../cli/config/load-config.js';
import {
  type GeneratedRolePolicy,
  generateRolePolicy,
  sdkUsesOf,
} from '../../cli/ship/policy/generate-role-policy.js';
import { roleNeeds } from '../../cli/ship/policy/role-need.js';
import { createCompiler } from '../../compiler/index.js';
import { DEFAULT_SETTINGS } from '../../compiler/modules/source-files.js';
import { filesInMemory } from '../support/memory-files.js';
import { linesOf } from './hand-made-uses.js';

const FOLDER = join(import.meta.dirname, 'apps');

export type SmallApp = {
  readonly name: string;
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** The policies by function; the policy for the whole application has the empty string as its key. */
  readonly policies: Readonly<Record<string, string>>;
  readonly warnings: string;
};

export function readSmallApps(): readonly SmallApp[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) =>
      readSmallApp(file.replace(/\.txt$/, ''), readFileSync(join(FOLDER, file), 'utf8')),
    );
}

function readSmallApp(name: string, text: string): SmallApp {
  const [title = '', ...rest] = text.split(/^-- (.+) --\n/m);
  const files: Record<string, string> = {};
  const policies: Record<string, string> = {};
  let warnings = '';
  let view: string | undefined;
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [part = '', content = ''] = [rest[index], rest[index + 1]];
    if (part === 'warnings') warnings = content.trim();
    else if (part === 'view') view = content;
    else if (part.startsWith('policy'))
      policies[part.replace(/^policy(?: of )?/, '')] = content.trim();
    else files[part] = content;
  }
  if (view !== undefined) files['app.ts'] = appOf(files['app.ts'] ?? '', view);
  return { name, title: title.trim(), files, policies, warnings };
}

/** Creates the module of an application with one view; its imports come first in `top`. */
export function appOf(top: string, view: string): string {
  const [imports = ''] = /^(?:import [^;]*;\n)*/.exec(top) ?? [];
  return `import { Framework } from 'framework';
${imports}
export const app = new Framework({ appName: 'acme' });
${top.slice(imports.length)}
export class Views {
  @app.route('/items/{id}')
  async view(id: string) {
${view.replaceAll(/^(?=.)/gm, '    ')}  }
}
`;
}

/** Generates the policy of a function, or of all functions, as `framework gen-policy` does. */
export function generateFor(
  files: Readonly<Record<string, string>>,
  name = '',
): GeneratedRolePolicy {
  const project = { root: '/project', files: filesInMemory(files), settings: DEFAULT_SETTINGS };
  const compiler = createCompiler();
  const { config, diagnostics } = loadConfig(project, 'dev');
  const { manifest, diagnostics: problems } = compiler.compile(project);
  if (!config || !manifest) throw new Error(JSON.stringify([...diagnostics, ...problems]));
  const functions = name === '' ? undefined : [name];
  return generateRolePolicy({
    project,
    uses: sdkUsesOf({ project, config, manifest, compiler }),
    functions,
    hasVpc: functions
      ? functions.some((key) => config.functionConfig(key).vpc !== undefined)
      : roleNeeds(manifest, config).some(({ hasVpc }) => hasVpc),
    hasTracing: config.settings.xray,
  });
}

/** Prints a policy in the format that the file of an application uses. */
export function policyLines({ generated }: GeneratedRolePolicy): string {
  return linesOf(generated.document).join('\n');
}

export function warningLines({ diagnostics }: GeneratedRolePolicy): string {
  return diagnostics
    .map(({ code, at }) => (at ? `${code} ${at.file}:${at.line}` : code))
    .join('\n');
}
