// The thread that describes the application for the page. It is built as `dist/cli/explorer-describer.js`.
import { parentPort, workerData } from 'node:worker_threads';
import { openApi31 } from '../../../compiler/openapi31/document.js';
import { describeProject, packageFacts } from '../../author/describe/describe-project.js';
import type { DescribedPlace } from './app-describer.js';

const { directory, stage } = workerData as DescribedPlace; // because `app-describer.ts` passes this type
const described = describeProject(directory, stage);
if ('api' in described) {
  const { api, manifest, project } = described;
  parentPort?.postMessage(openApi31(api, { manifest, ...packageFacts(project) }));
}
