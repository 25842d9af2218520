// Functions with a single module in a test cloud, invoked with the SDK's client.
import { InvokeCommand, type InvokeCommandInput } from '@aws-sdk/client-lambda';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
} from '../../clients.fixture.js';
import { type RuntimeClient, runtimeArguments } from '../../../../../test/ric/runtime-client.js';
import { startTestCloud } from '../../start-test-cloud.fixture.js';
import type { TestCloud } from '../../test-cloud.fixture.js';

type FunctionInput = Partial<Parameters<typeof createReadyFunction>[1]>;

export type OpenFunctions = {
  readonly client: RuntimeClient;
  /** The test file must close it. */
  readonly cloud: TestCloud;
  readonly clients: Clients;
  /** Creates a function from a module, ready to be invoked, and returns its name. */
  readonly make: (source: string, more?: FunctionInput) => Promise<string>;
  readonly invoke: (name: string, more?: Partial<InvokeCommandInput>) => Promise<Invoked>;
};

/** Starts a cloud with a role for functions. */
export async function openFunctions(client: RuntimeClient = 'aws'): Promise<OpenFunctions> {
  const cloud = await startTestCloud({ runtime: runtimeArguments(client) });
  const clients = createClients(cloud);
  const role = await createReadyRole(clients);
  return {
    client,
    cloud,
    clients,
    make: (source, more) => functionOf(clients, source, { Role: role, ...more }),
    invoke: (name, more) => invokeFunction(clients, { FunctionName: name, ...more }),
  };
}

let count = 0;

async function functionOf(clients: Clients, source: string, more: FunctionInput): Promise<string> {
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

async function invokeFunction({ lambda }: Clients, input: InvokeCommandInput): Promise<Invoked> {
  const answer = await lambda.send(new InvokeCommand({ LogType: 'Tail', ...input }));
  return {
    value: JSON.parse(answer.Payload?.transformToString() || 'null'),
    error: answer.FunctionError,
    tail: Buffer.from(answer.LogResult ?? '', 'base64').toString(),
  };
}
