// `framework url`: prints the URL of the deployed API (specification 4.6).
import { indentedJson } from '../../compiler/json-values.js';
import { printable } from '../../runtime/contract/printable.js';
import {
  type CommandInput,
  ExitCode,
  isGiven,
  optionalText,
  textOption,
} from '../program/command.js';
import { diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { isCloudError } from '../cloud/cloud-error.js';
import { readCloudSettings } from '../cloud/cloud-settings.js';
import { partitionOf } from '../cloud/regions.js';
import { notDeployed } from '../ship/deploy/deploy-catalogue.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import { domainAddress } from '../ship/resources/domain/domain-steps.js';
import { apiAddress, readPlaces } from '../ship/resources/rest-api/api-state.js';
import { findShownApi } from '../ship/resources/rest-api/read-api.js';
import { type DeployedState, isStateOf } from '../ship/stage/states.js';
import { withCloud } from './cloud-command.js';
import { fail } from './failure.js';
import { commandText } from './command-texts.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  return withAddress(input, stage, ({ app, url }) => {
    const document = { version: 1, app, stage, url };
    const text = isGiven(input, 'json') ? indentedJson(document) : `${printable(url)}\n`;
    input.terminal.out.write(text);
    return ExitCode.ok;
  });
}

// Finds the URL of a stage's deployed API: in the record of the last deploy or, if the record is missing or is for another
// region or endpoint, in AWS (specification 4.6).

export type StageAddress = { readonly app: string; readonly url: string };

/** Runs `work` with the URL. Reports a problem if the stage is not deployed. */
export async function withAddress(
  input: CommandInput,
  stage: string,
  work: (address: StageAddress) => ExitCode,
): Promise<ExitCode> {
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const { app, apiStage, record } = identity;
  const known = isForHere(input, { app, stage }, record) ? recordedAddress(record) : undefined;
  if (known !== undefined) return work({ app, url: known });
  return withCloud(input, async (cloud) => {
    const { region, endpoint } = cloud;
    const api = await findShownApi({ cloud, app, stage, apiStage, apiId: undefined });
    if (api?.stage === undefined) {
      const data = { app, stage, region, command: commandText(input, 'deploy') };
      return fail(input, [diagnose(notDeployed, data)]);
    }
    const partition = partitionOf(region);
    const gateway = apiAddress({ id: api.id, stage: api.stage, region, partition, endpoint });
    const [place] = api.place === undefined ? [] : readPlaces(api.place);
    const url = place ? domainAddress(place) : gateway;
    return work({ app, url });
  });
}

function isForHere(
  input: CommandInput,
  named: { readonly app: string; readonly stage: string },
  record: DeployedState | undefined,
): record is DeployedState {
  const { environment } = input;
  const target = { profile: optionalText(input, 'profile'), region: optionalText(input, 'region') };
  try {
    const settings = readCloudSettings({ environment, ...target });
    return isStateOf(record, named, settings);
  } catch (error) {
    if (!isCloudError(error)) throw error;
    // If no region is configured, the record is used, because it contains one. Other problems are reported by the call to AWS.
    return error.facts.kind === 'no-region' && record?.app === named.app;
  }
}

/** Returns the URL in the record; undefined if the API has not been published yet. */
function recordedAddress(state: DeployedState): string | undefined {
  const { api, region, partition, endpoint } = state;
  if (!api || api.deploymentId === '') return undefined;
  const [domain] = state.domains ?? [];
  if (domain) return domainAddress(domain);
  return apiAddress({ ...api, region, partition, endpoint: endpoint ?? undefined });
}
