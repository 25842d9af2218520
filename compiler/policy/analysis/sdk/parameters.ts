// Handles `secret('stripe-key')` and `parameter('region')` of this package. The returned function calls GetParameter wherever
// it is called (docs/decisions/secrets.md). The use has the name of the parameter without the path of the stage, which is
// unknown here.
import { PARAMETER_KINDS } from '../../../../runtime/contract/parameters.js';
import { FRAMEWORK } from '../../../modules/resolve-specifier.js';
import {
  type Analysis,
  type Call,
  type Node,
  OPAQUE,
  UNKNOWN,
  type BuiltinToken,
} from '../model.js';
import { add, createNode } from '../values/value-graph.js';

/** Tells whether an export of this package creates parameters. */
export function isParameterMaker(name: string): boolean {
  return PARAMETER_KINDS.some((kind) => kind === name);
}

const MAKERS = new Map<string, BuiltinToken>();

/** Returns the built-in function for the export. */
export function parameterMaker(kind: string): BuiltinToken {
  const known: BuiltinToken = MAKERS.get(kind) ?? {
    kind: 'builtin',
    call: (analysis, call) => {
      const name = call.args[0] ?? call.spread ?? createNode();
      add(analysis.queue, call.result, reader(kind, name, call));
    },
    read: () => known,
    owner: undefined,
  };
  MAKERS.set(kind, known);
  return known;
}

/**
 * Creates the function that a declaration returns. If the function is passed to other code, which may call it anywhere, the
 * declaration itself is recorded as the use.
 */
function reader(kind: string, name: Node, made: Call): BuiltinToken {
  let isHandedOver = false;
  const use = ({ uses }: Analysis, { place, at }: Pick<Call, 'place' | 'at'>): void => {
    uses.push({
      kind: 'library',
      package: FRAMEWORK,
      name: kind,
      at,
      place,
      inputs: [{ kind: 'arguments', nodes: [name], isOpen: false }],
    });
  };
  const token: BuiltinToken = {
    kind: 'builtin',
    call: (analysis, call) => {
      use(analysis, call);
      add(analysis.queue, call.result, OPAQUE);
    },
    read: (member) => (member === 'bind' ? bound : token),
    owner: undefined,
    handedOver: (analysis) => {
      if (!isHandedOver) use(analysis, made);
      isHandedOver = true;
    },
  };
  const bound: BuiltinToken = {
    kind: 'builtin',
    call: ({ queue }, call) => {
      add(queue, call.result, token);
      add(queue, call.result, UNKNOWN);
    },
    read: undefined,
    owner: undefined,
  };
  return token;
}
