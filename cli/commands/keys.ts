// `framework keys`: lists the API keys of a stage, and prints the value of one key.
import { code, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { indentedJson } from '../../compiler/json-values.js';
import type { Cloud } from '../cloud/cloud.js';
import { baseName } from '../config/cloud-names.js';
import { limitsText } from '../config/stage-keys.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import { identifyStage } from '../ship/deploy/command-stage.js';
import {
  type ObservedApiKey,
  readApiKeys,
  settingsOf,
} from '../ship/resources/api-key/read-api-keys.js';
import { keyNotDeployed } from '../ship/resources/rest-api/api-catalogue.js';
import { renderTable } from '../terminal/table.js';
import { withCloud } from './cloud-command.js';
import { fail, refuse } from './failure.js';
import { commandText, forTarget } from './command-texts.js';

export async function run(input: CommandInput): Promise<ExitCode> {
  const { action = 'list', name } = input.positionals;
  const misuse = misuseOf(action, name);
  if (misuse !== undefined)
    return refuse(input, { message: misuse, help: 'framework keys --help' });
  const stage = textOption(input, 'stage');
  const identity = await identifyStage(input, stage);
  if (identity.kind === 'unknown') return fail(input, identity.diagnostics);
  const { app } = identity;
  return withCloud(input, async (cloud) => {
    const all = await readApiKeys(cloud, { app, stage });
    const prefix = `${baseName(app, stage)}-`;
    const keys = all
      .filter(({ isTwin }) => !isTwin)
      .map((one) => ({ ...one, title: one.name.slice(prefix.length) }));
    const location = { app, stage, region: cloud.region };
    return name === undefined
      ? list(input, location, keys)
      : show(input, location, { name, keys, cloud });
  });
}

function misuseOf(action: string, name: string | undefined): string | undefined {
  if (action !== 'list' && action !== 'show')
    return `${code(`framework keys ${action}`)} is neither \`list\` nor \`show\`.`;
  if (action === 'show' && name === undefined)
    return 'The name of the key is missing: `framework keys show <name>`.';
  if (action === 'list' && name !== undefined)
    return `\`framework keys list\` takes no name; to see the value, run ${code(`framework keys show ${name}`)}.`;
  return undefined;
}

type KeyPlace = { readonly app: string; readonly stage: string; readonly region: string };

type ListedKey = ObservedApiKey & {
  /** The name in `api_keys`. */
  readonly title: string;
};

/** Returns the reason why callers that use the key are rejected; empty if they are not. */
function stateOf({ key, plan, isLinked }: ListedKey): string {
  if (!key) return 'was deleted by hand';
  if (!key.isEnabled) return 'is disabled';
  return plan && isLinked && plan.stages.length > 0 ? '' : 'opens no stage';
}

function list(input: CommandInput, location: KeyPlace, keys: readonly ListedKey[]): ExitCode {
  const { out, err } = input.terminal;
  if (isGiven(input, 'json')) {
    const documents = keys.map((one) => ({
      name: one.title,
      cloudName: one.name,
      id: one.key?.id ?? null,
      limits: one.plan ? settingsOf(one.plan) : null,
      isValid: stateOf(one) === '',
    }));
    out.write(indentedJson({ version: 1, ...location, keys: documents }));
    return ExitCode.ok;
  }
  const rows = keys.map((one) => [
    one.title,
    one.plan ? limitsText(settingsOf(one.plan)) : '',
    stateOf(one),
  ]);
  out.write(renderTable([{ title: 'KEY' }, { title: 'LIMITS' }, { title: 'STATE' }], rows, out));
  if (keys.length === 0) {
    const { stage, region } = location;
    err.write(
      `The stage ${stage} has no API keys in ${region}. Declare them in \`api_keys\` in .framework/config.json, and run ${code(commandText(input, 'deploy'))} to create them.\n`,
    );
  }
  return ExitCode.ok;
}

async function show(
  input: CommandInput,
  { app, stage, region }: KeyPlace,
  {
    name,
    keys,
    cloud,
  }: { readonly name: string; readonly keys: readonly ListedKey[]; readonly cloud: Cloud },
): Promise<ExitCode> {
  const { out, err } = input.terminal;
  const found = keys.find(({ title, key }) => title === name && key !== undefined);
  const value = found?.key && (await cloud.apiGateway.getKeyValue(found.key.id));
  if (!found || value === undefined) {
    const known = keys.map(({ title }) => title).filter((title) => title !== name);
    const data = { name, stage, region, known, command: commandText(input, 'deploy') };
    return fail(input, [diagnose(keyNotDeployed, data)]);
  }
  if (isGiven(input, 'json')) {
    out.write(indentedJson({ version: 1, app, stage, region, name, value }));
    return ExitCode.ok;
  }
  out.write(`${value}\n`);
  const state = stateOf(found);
  if (state !== '')
    err.write(
      forTarget(input, `The key ${state}: \`framework plan\` shows what a deploy would repair.\n`),
    );
  else if (out.isTty) err.write('Callers send it in X-Api-Key. It is a secret.\n');
  return ExitCode.ok;
}
