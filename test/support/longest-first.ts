// The order of test files: those that take longest begin first, so that the workers end together. Without it a file of a
// minute may begin when the others are done. The order within a project is all that this decides.
import { basename, dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folder and name of files that take ten seconds and more on two cores that are busy, longest first. */
const LONGEST = [
  'bench/rows',
  'faults/killed',
  'cli/new-project',
  'types/testing-types',
  'faults/redeploy',
  'types/route-types',
  'local/stale',
  'cloud/stall',
  'deploy/event-faults',
  'event-source-mapping/mapping-faults',
  'export/terraform-apply',
  'export/validation',
  'tsc/modes',
  'faults/interrupted',
  'faults/first-deploy',
  'tsc/bound-emit',
  'tsc/events',
  'deploy/two-deploys',
  'deploy/drift-repair',
  'deploy/two-regions',
  'deploy/domain-histories',
  'tsc/faces',
  'deploy/no-execution',
  'faults/port-matrix',
  'deploy/real-delays',
  'explorer/events',
  'explorer/page',
  'docs/types',
  'openapi31/documents',
  'cdk/framework-app',
  'bundle/kept-dependencies',
  'local/start',
  'vite/plugin',
  'vite/watch',
  'client/types',
  'compiler/error-page-types',
  'policy/programs',
  'docs/tutorial',
  'local/process',
  'deploy/faults',
  'compiler/constant-size',
  'deploy/api-settings',
  'deploy/rollback-histories',
  'deploy/custom-domain',
  'deploy/polled-sources',
  'export/cloud-formation-apply',
  'export/conformance',
  'deploy/conformance',
  'local/reload',
  'deploy/credentials',
  'config/config-schema',
  'deploy/events',
  'deploy/event-regions',
  'deploy/event-renames',
  'invoke/sample',
  'cli/check',
  'tsc/one-voice',
  'policy/gen-policy',
  'tsc/conformance',
  'compiler/nesting',
  'deploy/random-histories',
  'example-app/own-tests',
  'bundle/cut-runtime',
  'bundle/links',
  'local/faults',
  'invoke/local',
  'editor/diagnostics',
  'tsc/watch',
  'deploy/permissions',
  'docs/demo',
  'local/spare',
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
