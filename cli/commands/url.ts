// `framework url`: prints the URL of the deployed API (specification 4.6).
import { indentedJson } from '../../compiler/json-values.js';
import { printable } from '../../runtime/contract/printable.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import { withAddress } from './stage-address.js';

/** The document printed by `framework url --json`. */
export type UrlDocument = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly url: string;
};

export async function run(input: CommandInput): Promise<ExitCode> {
  const stage = textOption(input, 'stage');
  return withAddress(input, stage, ({ app, url }) => print(input, { version: 1, app, stage, url }));
}

function print(input: CommandInput, document: UrlDocument): ExitCode {
  const { out } = input.terminal;
  out.write(isGiven(input, 'json') ? indentedJson(document) : `${printable(document.url)}\n`);
  return ExitCode.ok;
}
