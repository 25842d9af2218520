// The jobs of the workflow that `framework pipeline` prints, with the roles from the guide: each has the permissions for its
// commands, and the plan is a comment only on pull requests.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CommandRun, framework, helloWorld, testCloud } from './deployments.js';

type Step = { readonly run?: string; readonly with?: { readonly 'role-to-assume'?: string } };
type Job = {
  readonly if?: string;
  readonly steps: readonly Step[];
  readonly permissions?: { readonly 'id-token'?: string };
};
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
};

/** Returns the `framework` commands of a job, as typed. */
function linesOf({ steps }: Job): readonly string[] {
  const scripts = steps.map(({ run = '' }) => run).join('\n');
  return [...scripts.matchAll(/npx --no framework ([^|>\n]*)/g)].map(([, line = '']) =>
    line.trim(),
  );
}

test('each job runs its commands with the policy that was made for its role', async () => {
  const cloud = await testCloud();
  const at = { cwd: helloWorld(), cloud };
  const { out } = await framework('pipeline --stage prod', at);
  const { on, jobs } = parse(out) as Workflow; // because the rest of the test checks it
  const { plan, deploy } = jobs;
  if (!plan || !deploy) throw new Error('The workflow has no job of that name');
  const policyOf = async (options: string): Promise<unknown> => {
    const made = await framework(
      `gen-policy --stage prod --deployer ${options}--region us-east-1`,
      at,
    );
    return JSON.parse(made.out);
  };
  const [deployer, planner] = [await policyOf(''), await policyOf('--read-only ')];
  const run = async (job: Job, policy: unknown): Promise<readonly CommandRun[]> => {
    const runs: CommandRun[] = [];
    cloud.restrictCaller(policy);
    for (const line of linesOf(job)) {
      const one = await framework(line, at);
      expect(one, one.err).toMatchObject({ exitCode: 0 });
      runs.push(one);
    }
    cloud.restrictCaller(undefined);
    return runs;
  };

  // Before the first deploy, and after it.
  const [asData, asText] = await run(plan, planner);
  expect(JSON.parse(asData?.out ?? '')).toMatchObject({ breaking: 0 });
  expect(asText?.out).toContain('+  function  helloworld-prod');
  await run(deploy, deployer);
  const [, later] = await run(plan, planner);
  expect(later?.out).toBe('No changes.\n');
  cloud.restrictCaller(planner);
  expect(await framework('delete --yes --stage prod', at)).not.toMatchObject({ exitCode: 0 });

  expect(Object.keys(on)).toEqual(['pull_request', 'push']);
  expect(plan.if).toMatch(/^github\.event_name == 'pull_request' && /);
  expect(deploy.if).toBe("github.event_name == 'push'");
  for (const { permissions, steps } of [plan, deploy]) {
    expect(permissions?.['id-token']).toBe('write');
    const roles = steps.filter((step) => step.with?.['role-to-assume'] !== undefined);
    const first = steps.findIndex(({ run: line = '' }) => /framework (?:plan|deploy)/.test(line));
    expect(roles).toHaveLength(1);
    expect(steps.indexOf(roles[0] ?? {})).toBeLessThan(first);
  }
});
