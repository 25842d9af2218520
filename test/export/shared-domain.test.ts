// A stage below the domain of somebody else: Terraform gets the base path, and the domain stays theirs.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { framework, testCloud } from '../deploy/deployments.js';
import { deployAt, DOMAIN, type Place, place } from '../deploy/domain-place.js';
import { at, mappingIn, readJson } from './exports.js';

const NAME = 'aws_api_gateway_domain_name';
const MAPPING = 'aws_api_gateway_base_path_mapping';

type Adopted = { readonly imports: readonly string[]; readonly resource: object };

async function adopt(from: Place): Promise<Adopted> {
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
