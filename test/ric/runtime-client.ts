// What starts a function of a folder as Lambda starts it: AWS's own runtime interface client as a command, or the one of this
// package, which the cloud on this machine uses.
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../node_modules/aws-lambda-ric/index.mjs');
const OURS = join(import.meta.dirname, '../../dist/cli/runtime-client.js');
const STAND_IN = join(import.meta.dirname, 'rapid-client.cjs');

export type RuntimeClient = 'aws' | 'ours';

/** Arguments for Node. The name of the handler stands in the environment. */
export function runtimeArguments(client: RuntimeClient): readonly string[] {
  return client === 'ours' ? [OURS] : ['--require', STAND_IN, CLIENT];
}
