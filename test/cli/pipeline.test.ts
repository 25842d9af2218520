// `framework pipeline` prints a workflow that is valid YAML, contains only existing commands, and is in the guide in full.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../cli/commands/registry.js';
import { readPage } from '../docs/pages.js';
import { runHere } from '../support/run-here.js';
import { temporaryProject } from '../support/temporary-project.js';

type Step = { readonly run?: string; readonly uses?: string; readonly with?: object };
type Job = {
  readonly steps: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly 'timeout-minutes'?: number;
  readonly env?: Readonly<Record<string, string>>;
};
type Workflow = {
  readonly name: string;
  readonly on: {
    readonly push: { readonly branches: readonly string[] };
    readonly pull_request: { readonly types: readonly string[] };
  };
  readonly permissions: object;
  readonly jobs: Readonly<Record<'check' | 'plan' | 'deploy', Job>>;
};

async function workflowOf(line: string): Promise<string> {
  const { stdout, exitCode } = await runHere(`pipeline ${line}`, { cwd: temporaryProject({}) });
  expect(exitCode).toBe(0);
  return stdout;
}

async function parsed(line: string): Promise<Workflow> {
  const text = await workflowOf(line);
  return parse(text, { strict: true, uniqueKeys: true }) as Workflow; // because the tests check it
}

function commandsOf(text: string): readonly string[] {
  return [...text.matchAll(/npx --no framework ([^|>\n]*)/g)].map(([, typed = '']) => typed.trim());
}

test('the workflow checks, plans and deploys with roles of its own, and no job may do more', async () => {
  const { on, permissions, jobs } = await parsed('--stage prod');
  expect(on.push.branches).toEqual(['main']);
  expect(permissions).toEqual({ contents: 'read' });
  expect(Object.keys(jobs)).toEqual(['check', 'plan', 'deploy']);
  expect(jobs.check.permissions).toBeUndefined();
  const token = { 'id-token': 'write' };
  expect(jobs.plan.permissions).toEqual({ ...token, 'pull-requests': 'write' });
  expect(jobs.deploy.permissions).toEqual(token);
  expect([jobs.plan.needs, jobs.deploy.needs]).toEqual(['check', 'check']);
  const roles = Object.values(jobs).map(({ steps }) =>
    steps.flatMap((step) => (step.with && 'role-to-assume' in step.with ? [step.with] : [])),
  );
  expect(roles.map((list) => list.map((one) => one['role-to-assume']))).toEqual([
    [],
    ['${{ vars.PLANNER_ROLE }}'],
    ['${{ vars.DEPLOYER_ROLE }}'],
  ]);
  // The text of a pull request is never part of a script.
  const scripts = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((step) => step.run ?? []),
  );
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('scripts of packages and tests run only where there is no token', async () => {
  const { jobs, on } = await parsed('--stage prod');
  for (const [name, { steps, permissions = {}, ...job }] of Object.entries(jobs)) {
    const lines = steps.flatMap(({ run: line = [] }) => line);
    const runsForeignCode = lines.some((line) => /^npm (?:ci|test)/.test(line));
    expect([name, runsForeignCode]).toEqual([name, !('id-token' in permissions)]);
    expect(job['timeout-minutes']).toBeGreaterThan(0);
  }
  // Files that the tests create are not deployed.
  const checks = jobs.check.steps.map(({ run: line, uses }) => line ?? uses ?? '');
  const place = (text: string): number => checks.findIndex((line) => line.includes(text));
  expect(place('npm ci')).toBeLessThan(place('upload-artifact'));
  expect(place('upload-artifact')).toBeLessThan(place('npm test'));
  expect(on.pull_request.types).toContain('labeled');
});

test('actions are named by commit, with the version beside it', async () => {
  const text = await workflowOf('--stage prod');
  const actions = text.split('\n').filter((line) => line.includes('uses:'));
  expect(actions.length).toBeGreaterThan(0);
  for (const line of actions) {
    expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('the plans of two stages are two comments', async () => {
  const [one, other] = await Promise.all(['dev', 'prod'].map((name) => parsed(`--stage ${name}`)));
  const marks = [one, other].map((workflow) => workflow?.jobs.plan.env?.['MARK']);
  expect(marks).toEqual(['<!-- framework plan of dev -->', '<!-- framework plan of prod -->']);
  const scripts = one?.jobs.plan.steps.flatMap(({ run: line = [] }) => line) ?? [];
  expect(scripts.find((line) => line.includes('comment.md'))).toMatch(/^\{\n {2}echo "\$MARK"\n/);
});

test('every command of it exists, with its options', async () => {
  const typed = commandsOf(await workflowOf('--stage prod'));
  expect(typed).toHaveLength(4);
  expect(unknownOf(await workflowOf('--stage prod'))).toEqual([]);
});

/** Returns the commands of a workflow that do not exist, or do not have these options. */
function unknownOf(text: string): readonly string[] {
  return commandsOf(text).filter((line) => {
    const [name, ...words] = line.split(' ');
    const command = commands.find(({ spec }) => spec.name === name);
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
    return !command || options.some((option) => !Object.hasOwn(command.spec.options, option));
  });
}

test('previews: every command exists, each job has its rights, and no text of a pull request is in a script', async () => {
  const text = await workflowOf('--previews --stage try');
  const { jobs, on } = parse(text, { strict: true, uniqueKeys: true }) as {
    on: object;
    jobs: Record<string, Job & { readonly if: string }>;
  };
  expect(commandsOf(text)).toEqual([
    'check --github',
    'plan --stage "$STAGE"',
    'deploy --stage "$STAGE" --expires 7d --yes --allow-delete',
    'url --stage "$STAGE"',
    'delete --stage "$STAGE" --yes --log-groups --delete-data',
    'delete --expired --yes --log-groups --delete-data',
  ]);
  expect(unknownOf(text)).toEqual([]);
  expect(Object.keys(on)).toEqual(['pull_request', 'schedule']);
  const { check, ...rest } = jobs;
  expect(check?.permissions).toBeUndefined();
  expect(Object.keys(rest)).toEqual(['preview', 'end', 'expired']);
  for (const { steps, permissions } of Object.values(rest)) {
    expect(permissions).toHaveProperty('id-token');
    const scripts = steps.flatMap(({ run = [] }) => run);
    expect(scripts.filter((line) => line.includes('${{'))).toEqual([]);
    // Code of packages never runs in a job with a token.
    expect(
      scripts.filter((line) => /^npm /.test(line) && !line.includes('--ignore-scripts')),
    ).toEqual([]);
  }
  expect(rest['preview']?.env?.['STAGE']).toBe('try-${{ github.event.pull_request.number }}');
  const { text: guide } = readPage('docs/guide/continuous-integration.md');
  expect(guide).toContain(`\n\`\`\`\`yaml\n${await workflowOf('--previews')}\`\`\`\`\n`);
});

test('names that YAML reads as other values are texts', async () => {
  const { name, on } = await parsed('--stage true --branch 1.20');
  expect([name, on.push.branches]).toEqual(['true', ['1.20']]);
});

test('the guide shows it whole', async () => {
  const { text } = readPage('docs/guide/continuous-integration.md');
  expect(text).toContain(`\n\`\`\`\`yaml\n${await workflowOf('--stage prod')}\`\`\`\`\n`);
});

test('stage and branch are where they are named, and what would break the file is refused', async () => {
  const text = await workflowOf('--stage live --branch release/2');
  expect(text).toContain("branches: ['release/2']");
  expect(commandsOf(text).every((line) => line.includes('--stage live'))).toBe(true);
  for (const line of ['--stage a;b', '--branch a]b']) {
    const { exitCode, stdout } = await runHere(`pipeline ${line}`, { cwd: temporaryProject({}) });
    expect([exitCode, stdout]).toEqual([2, '']);
  }
});
