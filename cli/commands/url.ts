// `framework url`: prints the address of the deployed API (specification 4.6).
import { realpathSync } from 'node:fs';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import { isCloudError } from '../cloud/cloud-error.js';
import { readCloudSettings } from '../cloud/cloud-settings.js';
import { partitionOf } from '../cloud/regions.js';
import type { CommandInput } from '../program/command.js';
import { notDeployed } from '../ship/deploy/deploy-catalogue.js';
import { apiAddress } from '../ship/resources/rest-api/api-address.js';
import { findShownApi } from '../ship/resources/rest-api/find-api.js';
import { identifyStage } from '../ship/deploy/identify-stage.js';
import { isStateOf } from '../ship/stage/states.js';
import type { DeployedState } from '../ship/stage/states.js';
import { ExitCode } from '../program/exit-code.js';
import { isGiven, optionalText, textOption } from '../program/given-options.js';
import { withCloud } from './cloud-command.js';
import { fail } from './failure.js';
import { commandText } from './step-report.js';

/** The document of `framework url --json`. */
export type UrlDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly url: string;
};

/** Runs the command. */
export async function run(input: CommandInput): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(realpathSync(input.projectDirectory), stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics, ExitCode.diagnostics);
  const { app, apiStage, record } = identity;
  const known = isForHere(input, app, record) ? recordedAddress(record) : undefined;
  if (known !== undefined) return print(input, { version: 1, app, stage, url: known });
  return withCloud(input, async (cloud) => {
    const { region, endpoint } = cloud;
    const api = await findShownApi({ cloud, app, stage, apiStage, apiId: undefined });
    if (api?.stage === undefined) {
      const data = { app, stage, region, command: commandText(input, 'deploy') };
      const problem = diagnose(notDeployed, data, { at: undefined });
      return fail(input, [problem], ExitCode.diagnostics);
    }
    const partition = partitionOf(region);
    const url = apiAddress({ id: api.id, stage: api.stage, region, partition, endpoint });
    return print(input, { version: 1, app, stage, url });
  });
}

function isForHere(
  input: CommandInput,
  app: string,
  record: DeployedState | undefined,
): record is DeployedState {
  const { environment } = input;
  const place = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  try {
    const settings = readCloudSettings({ environment, ...place });
    return isStateOf(record, { app, stage: textOption(input, 'stage') }, settings);
  } catch (error) {
    if (!isCloudError(error)) throw error;
    // Without a region the record is used, which has one. Other problems are reported by the call to AWS.
    return error.facts.kind === 'no-region' && record?.app === app;
  }
}

/** The address in the record; undefined before the API was published for the first time. */
function recordedAddress({ api, region, partition, endpoint }: DeployedState): string | undefined {
  if (!api || api.deploymentId === '') return undefined;
  return apiAddress({ ...api, region, partition, endpoint: endpoint ?? undefined });
}

function print(input: CommandInput, document: UrlDocument): ExitCode {
  const { out } = input.terminal;
  out.write(
    isGiven(input, 'json') ? `${JSON.stringify(document, null, 2)}\n` : `${document.url}\n`,
  );
  return ExitCode.ok;
}
