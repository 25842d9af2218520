// `keyof`.
import { NEVER, refuse, type Meaning, type NodePlace } from './meaning.js';
import { intersection, reduced } from './intersections.js';
import { keysOfObject } from './object-keys.js';
import { NO_KEYS } from './refusals.js';

export function keysOf(written: Meaning, at: NodePlace): Meaning {
  const type = reduced(written);
  switch (type.kind) {
    case 'refused':
      return type;
    case 'never':
    case 'any':
      return refuse(at, NO_KEYS);
    case 'unknown':
    case 'null':
    case 'undefined':
    case 'void':
      return NEVER;
    case 'object':
      return keysOfObject(type);
    case 'union':
      return type.of
        .map((member) => keysOf(member, at))
        .reduce((left, right) => intersection(left, right, at));
    default:
      return refuse(at, NO_KEYS);
  }
}
