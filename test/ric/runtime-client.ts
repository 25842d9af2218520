// Returns how to start a function in a folder as Lambda does: with AWS's own runtime interface client, or with this package's
// client, which the local cloud uses.
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../node_modules/aws-lambda-ric/index.mjs');
const OURS = join(import.meta.dirname, '../../dist/cli/runtime-client.js');
const STAND_IN = join(import.meta.dirname, 'rapid-client.cjs');

export type RuntimeClient = 'aws' | 'ours';

/** Returns the arguments for Node.js. The name of the handler is in the environment. */
export function runtimeArguments(client: RuntimeClient): readonly string[] {
  return client === 'ours' ? [OURS] : ['--require', STAND_IN, CLIENT];
}
