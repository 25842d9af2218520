// A stage below the domain of another application: an export contains the base path, and the other application keeps the
// domain.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { framework, testCloud } from '../deploy/deployments.js';
import {
  configure,
  deployAt,
  DOMAIN,
  pathsIn,
  type CloudProject,
  place,
} from '../deploy/domain-place.js';
import { at, mappingIn, readJson, runExport } from './exports.js';
import { applyTemplate } from './template-applier.js';
import { terraform, terraformInit, whyNoTerraform } from './terraform.js';

const NAME = 'aws_api_gateway_domain_name';
const MAPPING = 'aws_api_gateway_base_path_mapping';

type Adopted = { readonly imports: readonly string[]; readonly resource: object };

async function adopt(from: CloudProject): Promise<Adopted> {
  const run = await framework('export --format terraform --out infra --adopt', from);
  expect(run, run.err).toMatchObject({ exitCode: 0 });
  const folder = join(from.cwd, 'infra');
  const blocks = at(readJson(folder, 'main.tf.json'), 'import');
  const imports = (Array.isArray(blocks) ? blocks : []).map((block) => String(at(block, 'to')));
  return { imports, resource: mappingIn(readJson(folder, 'main.tf.json'), 'resource') };
}

test('--adopt takes over a domain of its own, and of the domain of another app the base path alone', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  await deployAt(bank, { url_prefix: 'bank' });

  const own = await adopt(shop);
  expect(own.imports.filter((to) => to.startsWith(`${NAME}.`))).toHaveLength(1);
  expect(own.imports.filter((to) => to.startsWith(`${MAPPING}.`))).toHaveLength(1);
  expect(own.resource).toHaveProperty(NAME);

  const shared = await adopt(bank);
  expect(shared.imports.filter((to) => to.startsWith(`${NAME}.`))).toEqual([]);
  expect(shared.imports.filter((to) => to.startsWith(`${MAPPING}.`))).toHaveLength(1);
  expect(shared.resource).not.toHaveProperty(NAME);
  const [mapping] = Object.values(mappingIn(shared.resource, MAPPING));
  expect(mapping).toMatchObject({ domain_name: DOMAIN, base_path: 'bank' });
});

/** Creates two applications below one domain, each created from its export; the first one manages the domain. */
function twoApps(cloud: TestCloud, second: object): readonly [CloudProject, CloudProject] {
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  // A runtime that every version of the provider supports.
  const keys = { runtime: 'nodejs22.x' };
  configure(shop, { url_prefix: 'shop' }, keys);
  configure(bank, { url_prefix: 'bank', ...second }, keys);
  return [shop, bank];
}

const ELSEWHERE = { certificate_arn: undefined, manage_domain: false };

/** Applies a stack for each, one after the other. */
async function applyStack({ cwd, cloud }: CloudProject): Promise<void> {
  const { exitCode, err } = await runExport('--format cloudformation --out infra', cwd);
  expect(exitCode, err).toBe(0);
  const zip = readFileSync(join(cwd, 'infra/package.zip'));
  const code = { bucket: 'code', key: 'app.zip', zip };
  const outputs = await applyTemplate(readJson(cwd, 'infra/template.json'), code, cloud);
  expect(outputs['DomainUrl']).toMatch(new RegExp(`^https://${DOMAIN}/(shop|bank)/$`));
}

/** Expects both to be as after a deploy; the application that manages the domain deletes it when nothing else uses it. */
async function expectOneDomain([shop, bank]: readonly [CloudProject, CloudProject]): Promise<void> {
  const { cloud } = shop;
  expect(await pathsIn(cloud)).toEqual(['bank', 'shop']);
  for (const app of [shop, bank]) expect((await framework('plan', app)).out).toBe('No changes.\n');
  expect(await framework('delete --yes --log-groups', bank)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['shop']);
  expect(await framework('delete --yes --log-groups', shop)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual([]);
}

test('two stacks that both have the domain cannot be', async () => {
  const [shop, bank] = twoApps(await testCloud(), {});
  await applyStack(shop);
  await expect(applyStack(bank)).rejects.toThrow(/domain name .*exists/i);
});

test('two stacks share a domain when one of them says that it does not manage it', async () => {
  const apps = twoApps(await testCloud(), ELSEWHERE);
  for (const app of apps) await applyStack(app);
  await expectOneDomain(apps);
});

const reason = whyNoTerraform();

describe.skipIf(reason !== undefined)(`with Terraform, ${reason ?? 'which is here'}`, () => {
  test(
    'two states share a domain in the same way',
    async () => {
      const apps = twoApps(await testCloud(), ELSEWHERE);
      for (const { cwd, cloud } of apps) {
        expect(await runExport('--format terraform --out infra', cwd)).toMatchObject({
          exitCode: 0,
        });
        const folder = join(cwd, 'infra');
        await terraformInit(folder);
        const applied = await terraform('apply -auto-approve', folder, cloud);
        expect(applied.exitCode, applied.out).toBe(0);
      }
      await expectOneDomain(apps);
    },
    10 * 60_000,
  );
});
