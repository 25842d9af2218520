// `framework pipeline` prints a workflow that is YAML, types commands that exist, and stands whole in the guide.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../cli/commands/registry.js';
import { readPage } from '../docs/pages.js';
import { run } from '../support/run.js';
import { temporaryProject } from '../support/temporary-project.js';

type Step = { readonly run?: string; readonly uses?: string; readonly with?: object };
type Job = {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
};
type Workflow = {
  readonly on: { readonly push: { readonly branches: readonly string[] } };
  readonly permissions: object;
  readonly jobs: Readonly<Record<'check' | 'plan' | 'deploy', Job>>;
};

async function workflowOf(line: string): Promise<string> {
  const { stdout, exitCode } = await run(`pipeline ${line}`, { cwd: temporaryProject({}) });
  expect(exitCode).toBe(0);
  return stdout;
}

function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/npx framework ([^|>\n]*)/g)].map(([, typed = '']) => typed.trim());
}

test('the workflow checks, plans and deploys with roles of its own, and no job may do more', async () => {
  const text = await workflowOf('--stage prod');
  const { on, permissions, jobs } = parse(text, { strict: true, uniqueKeys: true }) as Workflow; // because the rest of the test looks at it
  expect(on.push.branches).toEqual(['main']);
  expect(permissions).toEqual({ contents: 'read' });
  expect(Object.keys(jobs)).toEqual(['check', 'plan', 'deploy']);
  expect(jobs.check.permissions).toBeUndefined();
  const token = { contents: 'read', 'id-token': 'write' };
  expect(jobs.plan.permissions).toEqual({ ...token, 'pull-requests': 'write' });
  expect(jobs.deploy.permissions).toEqual(token);
  expect(jobs.deploy.needs).toBe('check');
  const roles = Object.values(jobs).map(({ steps }) =>
    steps.flatMap((step) => (step.with && 'role-to-assume' in step.with ? [step.with] : [])),
  );
  expect(roles.map((list) => list.map((one) => one['role-to-assume']))).toEqual([
    [],
    ['${{ vars.PLANNER_ROLE }}'],
    ['${{ vars.DEPLOYER_ROLE }}'],
  ]);
  expect(jobs.plan.steps.some(({ run: line = '' }) => line.startsWith('gh pr comment'))).toBe(true);
  // Text of a pull request never stands in a script.
  const scripts = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => step.run ?? []),
  );
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('every command of it exists, with its options', async () => {
  const typed = commandsOf(await workflowOf('--stage prod'));
  expect(typed).toHaveLength(4);
  const unknown = typed.filter((line) => {
    const [name, ...words] = line.split(' ');
    const command = commands.find(({ spec }) => spec.name === name);
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    return !command || options.some((option) => !Object.hasOwn(command.spec.options, option));
  });
  expect(unknown).toEqual([]);
});

test('the guide shows it whole', async () => {
  const { text } = readPage('docs/guide/continuous-integration.md');
  expect(text).toContain(`\n\`\`\`\`yaml\n${await workflowOf('--stage prod')}\`\`\`\`\n`);
});

test('stage and branch are where they are named, and what would break the file is refused', async () => {
  const text = await workflowOf('--stage live --branch release/2');
  expect(text).toContain('branches: [release/2]');
  expect(commandsOf(text).every((line) => line.includes('--stage live'))).toBe(true);
  for (const line of ['--stage a;b', '--branch a]b']) {
    const { exitCode, stdout } = await run(`pipeline ${line}`, { cwd: temporaryProject({}) });
    expect([exitCode, stdout]).toEqual([2, '']);
  }
});
