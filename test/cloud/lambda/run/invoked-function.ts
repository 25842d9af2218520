// Functions of one module on a test cloud, invoked with the SDK's client.
import { InvokeCommand, type InvokeCommandInput } from '@aws-sdk/client-lambda';
import { type Clients, createReadyFunction } from '../../clients.js';

export type FunctionInput = Partial<Parameters<typeof createReadyFunction>[1]>;

let count = 0;

/** A function of this module, ready to be invoked; its name. */
export async function functionOf(
  clients: Clients,
  source: string,
  more: FunctionInput,
): Promise<string> {
  count += 1;
  const name = `run-${count}`;
  const files = { 'index.mjs': source };
  await createReadyFunction(clients, { FunctionName: name, files, ...more });
  return name;
}

export type Invoked = {
  readonly value: unknown;
  readonly error: string | undefined;
  readonly tail: string;
};

export async function invokeFunction(
  { lambda }: Clients,
  input: InvokeCommandInput,
): Promise<Invoked> {
  const answer = await lambda.send(new InvokeCommand({ LogType: 'Tail', ...input }));
  return {
    value: JSON.parse(answer.Payload?.transformToString() || 'null'),
    error: answer.FunctionError,
    tail: Buffer.from(answer.LogResult ?? '', 'base64').toString(),
  };
}
