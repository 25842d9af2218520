// Orders test files: those that take longest start first, so that the workers finish together. Otherwise a file that takes a
// minute might start after all others are done. Only the order within a project is affected.
import { basename, dirname } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folder and name of each file that takes ten seconds or more on two busy cores, longest first. */
const LONGEST = [
  'explorer/page',
  'export/terraform-apply',
  'cli/new-project',
  'export/terraform-histories',
  'cdk/framework-app',
  'local/stale',
  'docs/tutorial',
  'export/validation',
  'types/route-types',
  'local/start',
  'docs/types',
  'vite/plugin',
  'types/testing-types',
  'example-app/own-tests',
  'deploy/two-regions',
  'deploy/streaming-app',
  'deploy/streams',
  'faults/killed',
  'explorer/cloud',
  'local/process',
  'local/cloud',
  'cloud-stage/cloud-stage',
  'tsc/events',
  'testing/guide',
  'deploy/domain-histories',
  'tsc/modes',
  'deploy/drift-repair',
  'example-app/types',
  'faults/failed-calls',
  'client/types',
  'bench/rows',
  'bundle/kept-dependencies',
  'tsc/bound-emit',
  'tsc/faces',
  'deploy/custom-domain',
  'export/cloud-formation-apply',
  'example-app/readme',
  'vite/watch',
  'testing/cache',
  'docs/guide-tests',
  'compiler/error-pages',
  'cloud/connect',
  'openapi31/documents',
  'deploy/polled-sources',
  'deploy/no-execution',
  'explorer/events',
  'deploy/two-deploys',
  'deploy/real-delays',
  'faults/port-matrix',
  'faults/interrupted',
  'deploy/api-settings',
  'deploy/rollback-histories',
  'local/reload',
  'ric/bundle',
  'config/error-pages',
  'deploy/events',
  'deploy/event-regions',
  'deploy/event-renames',
  'invoke/sample',
  'cli/check',
  'tsc/one-voice',
  'policy/gen-policy',
  'invoke/local',
  'local/faults',
  'editor/diagnostics',
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
