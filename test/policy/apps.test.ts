// Small applications, one for each way to call AWS or to write a name, and the exact policy of each.
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../support/sample.js';
import { appOf, generateFor, policyLines, readSmallApps, warningLines } from './small-apps.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../cli/config/load-config.js';
import { findRolePolicies } from '../../cli/ship/policy/role-policies.js';
import { roleNeeds } from '../../cli/ship/policy/role-need.js';
import { sdkUsesOf } from '../../cli/ship/policy/generate-role-policy.js';
import { createCompiler } from '../../compiler/index.js';
import { DEFAULT_SETTINGS } from '../../compiler/modules/source-files.js';
import { filesInMemory } from '../support/memory-files.js';
import { renderPolicyReasons } from '../../cli/terminal/policy-reasons.js';
import { readPage } from '../docs/pages.js';

const apps = readSmallApps();

test('there are at least 80 of them, and none is executed', () => {
  expect(apps.length).toBeGreaterThanOrEqual(80);
  for (const { files, policies } of sampleOf('trapped applications', apps, 5))
    generateFor(trapped(files), Object.keys(policies)[0]);
  expect('smallAppRan' in globalThis).toBe(false);
});

describe.each(apps)('$name: $title', ({ files, policies, warnings }) => {
  test.each(Object.entries(policies))('the policy of "%s"', (name, expected) => {
    const policy = generateFor(files, name);
    expect(policyLines(policy)).toBe(expected);
    if (name === '') expect(warningLines(policy)).toBe(warnings);
  });
});

test.each(sampleOf('bytes of policies', apps, 5))(
  '$name gives the same bytes again',
  ({ files }) => {
    const text = JSON.stringify(generateFor(files));
    const shuffled = Object.fromEntries(Object.entries(files).toReversed());
    expect(JSON.stringify(generateFor(shuffled))).toBe(text);
  },
);

/** Adds a message to each module that is printed when it runs. */
function trapped(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      /\.[cm]?[jt]s$/.test(path) ? `${text}\nglobalThis['smallAppRan'] = true;\n` : text,
    ]),
  );
}

// Names that look known but are not: each application of hostile-names.txt can replace a name with another one, so `*` is the
// only correct result. A case is a title, the code of the module, and after `--` the code of the view.

const cases = readFileSync(join(import.meta.dirname, 'hostile-names.txt'), 'utf8')
  .split(/^== /m)
  .slice(1)
  .map((text) => {
    const [, title = '', top = '', body = ''] = /^(.*)\n([^]*?)^--\n([^]*)$/m.exec(text) ?? [];
    return { title, top, body };
  });

/** Modules that some of the cases import. */
const OTHERS = {
  'other.ts': `import { input, scan } from './app.js';
export function run(name: string) {
  input.TableName = name;
  scan(name);
}`,
  'names.ts': "export const all = { table: 'items' };",
  'names.json': '{ "table": "items" }',
  'mutable.ts': "export default { table: 'items' };",
  'current.ts': `export let current = 'items';
export const choose = (name: string) => { current = name; };`,
  'legacy.cjs': "exports.table = 'items';",
};

test('there are at least 80 of them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
});

test.each(cases)('$title', ({ top, body }) => {
  const start = top.replace(/^(?!import )/m, 'const db: any = new DynamoDB({});\n');
  const app = appOf(`import { DynamoDB } from '@aws-sdk/client-dynamodb';\n${start}`, body);
  const config = {
    version: '2.0',
    app_name: 'acme',
    stages: { dev: { environment_variables: { TABLE: 'items' } } },
  };
  const files = { ...OTHERS, 'app.ts': app, '.framework/config.json': JSON.stringify(config) };
  expect(policyLines(generateFor(files))).toBe('DynamoDB: dynamodb:Scan -> *');
});

// The policies of a deploy are the same as those that `gen-policy` prints.

const deployed = readSmallApps().filter(({ policies }) => '' in policies);

test.each(deployed)('$name', ({ files }) => {
  const project = { root: '/project', files: filesInMemory(files), settings: DEFAULT_SETTINGS };
  const compiler = createCompiler();
  const { config } = loadConfig(project, 'dev');
  const { manifest } = compiler.compile(project);
  if (!config || !manifest) throw new Error('The application has problems');
  const { generated, policies } = findRolePolicies({
    project,
    needs: roleNeeds(manifest, config),
    uses: sdkUsesOf({ project, config, manifest, compiler }),
    autogenPolicy: true,
  });
  const printed = generateFor(files).generated;
  expect(generated).toEqual(printed.document);
  expect(Object.values(policies)).toContainEqual({ kind: 'generated', generated: printed });
});

// The example of the guide on policies: its policy and its explanation match the output of the commands.

const { blocks } = readPage('docs/guide/policies.md');
const blockOf = (language: string): string =>
  blocks.find((block) => block.language === language)?.text ?? '';
const { generated } = generateFor({ 'app.ts': blockOf('ts') });

test('the policy is the one of the application', () => {
  expect(JSON.parse(blockOf('json'))).toEqual(generated.document);
});

test('the explanation is the one of the application', () => {
  const look = { hasColor: false };
  const table = renderPolicyReasons(generated.reasons, {
    sources: { readText: () => undefined },
    look,
  });
  expect(`${blockOf('text').trim()}\n`).toBe(table);
});
