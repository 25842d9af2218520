// The policies of a deploy are the same as those that `gen-policy` prints.
import { expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import { findRolePolicies } from '../../cli/ship/policy/role-policies.js';
import { roleNeeds } from '../../cli/ship/policy/role-need.js';
import { sdkUsesOf } from '../../cli/ship/policy/generate-role-policy.js';
import { createCompiler } from '../../compiler/index.js';
import { DEFAULT_SETTINGS } from '../../compiler/modules/source-files.js';
import { filesInMemory } from '../support/memory-files.js';
import { generateFor, readSmallApps } from './small-apps.js';

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
