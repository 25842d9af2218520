// The order of test files: those that take longest begin first, so that the workers end together. Without it a file of a
// minute may begin when the others are done. The order within a project is all that this decides.
import { basename, dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folder and name of files that take ten seconds and more on two cores, longest first. */
const LONGEST = [
  'bench/rows',
  'export/terraform-apply',
  'export/validation',
  'cdk/framework-app',
  'faults/killed',
  'faults/redeploy',
  'faults/interrupted',
  'cli/new-project',
  'deploy/rollback-histories',
  'deploy/two-deploys',
  'tsc/modes',
  'local/stale',
  'deploy/random-histories',
  'deploy/two-regions',
  'cloud/proxy',
  'tsc/bound-emit',
  'faults/first-deploy',
  'testing/types',
  'deploy/real-delays',
  'editor/diagnostics',
  'bundle/links',
  'cloud/stall',
  'types/route-types',
  'bundle/kept-dependencies',
  'docs/demo',
  'deploy/deletion-question',
  'deploy/no-execution',
  'docs/tutorial',
  'invoke/local',
  'docs/types',
  'vite/plugin',
  'deploy/permissions',
  'deploy/credentials',
  'local/faults',
  'deploy/configuration',
  'local/process',
  'local/spare',
  'tsc/watch',
  'tsc/faces',
];

const LAST = LONGEST.length;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted
        .filter(({ project }) => project.name === name)
        .sort((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const name = `${basename(dirname(moduleId))}/${basename(moduleId, '.test.ts')}`;
  const rank = LONGEST.indexOf(name);
  return rank < 0 ? LAST : rank;
}
