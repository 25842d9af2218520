// AWS's own runtime interface client as a command: what starts a function of a folder as Lambda starts it.
import { join } from 'node:path';

const CLIENT = join(import.meta.dirname, '../../node_modules/aws-lambda-ric/index.mjs');
const STAND_IN = join(import.meta.dirname, 'rapid-client.cjs');

/** Arguments for Node; `handler` is for example `index.handler`. */
export function runtimeArguments(handler: string): readonly string[] {
  return ['--require', STAND_IN, CLIENT, handler];
}
