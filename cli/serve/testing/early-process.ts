// The process for the first application that a test opens. While the compiler is being loaded, this process loads the packages
// of the last bundle (docs/decisions/spare-worker.md).
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readPreviousImports } from '../../bundle/dependencies/previous-imports.js';
import { readEnvironmentFiles, withVariables } from '../../config/environment-files.js';
import { loadConfig } from '../../config/load-config.js';
import type { FunctionConfig } from '../../config/stage-config.js';
import { posixPath } from '../../project/disk.js';
import { openFiles } from '../../project/project-files.js';
import type { FunctionFacts } from '../gateway/index.js';
import {
  createSpareProcess,
  type ProcessOptions,
  type SpareProcess,
} from '../local/app-process.js';
import {
  type DeploymentNames,
  type DeploymentNamesOptions,
  deploymentNamesOf,
  functionEnvironment,
} from '../local/deployment-names.js';
import type { OpenRequest } from './messages.js';

/** The built program that a process runs, relative to the location of this file in the build. */
const WORKER = new URL('../cli/worker.js', import.meta.url);

/** If the first application is opened with other options than expected, it gets a new process. */
export const earlyProcess: SpareProcess = createSpareProcess([]);

/** Starts the process early. This is not possible if the name of the application can only be read from its source. */
export function launchEarly(request: OpenRequest): void {
  const { directory, stage, environment, processEnvironment } = request;
  const project = { root: posixPath(realpathSync(directory)), files: openFiles() };
  const configured = loadConfig(project, stage).config;
  if (configured?.appName === undefined) return;
  const { variables } = readEnvironmentFiles(project, stage);
  const config = withVariables(configured, (own) => ({ ...own, ...variables, ...environment }));
  const manifest = { app: { name: configured.appName }, functions: [] };
  const { apiFunction } = testedNames({ manifest, config }, request);
  earlyProcess.willRead(readsOf(project.root));
  earlyProcess.launch(processOptions(config.apiHandler, apiFunction, processEnvironment));
}

/** The longest timeout of a timer in Node.js, in milliseconds. A longer one fires immediately. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export function testedNames(
  app: Parameters<typeof deploymentNamesOf>[0],
  { processEnvironment, timeout }: OpenRequest,
): DeploymentNames {
  return deploymentNamesOf(app, {
    environment: processEnvironment,
    address: { apiId: 'testapi', scheme: 'https', port: 443 },
    timeout: timeout === undefined ? undefined : Math.min(timeout, LONGEST_TIMEOUT),
  });
}

export function processOptions(
  config: FunctionConfig,
  facts: FunctionFacts,
  environment: DeploymentNamesOptions['environment'],
): ProcessOptions {
  return {
    script: WORKER,
    environment: functionEnvironment({
      // The Node.js options of the test runner's process do not apply to the application.
      environment: { ...environment, NODE_OPTIONS: '' },
      config,
      facts,
    }),
    heapLimit: facts.memorySize,
  };
}

/** Returns the packages that the project's last bundle loaded, because the next bundle will probably load the same ones. */
export function readsOf(root: string): readonly string[] {
  const last = readPreviousImports(root);
  return last ? [pathToFileURL(last.entry).href] : [];
}
