// The ARNs of secrets. AWS appends a hyphen and six characters to their names.
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, resourceIn, UNKNOWN } from './arn.js';

const SUFFIX = '-??????';
const NAME_CHARACTER = /[\w/+=.@-]/;

/** The ARNs of a secret that is given by its name, its ARN, or its ARN without the six characters. */
export function secretArns(secrets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(secrets, (text) => {
    if (text.startsWith('arn:')) {
      const resource = /^secret:[\w/+=.@*-]+$/;
      const arn = arnIn(text, { service: 'secretsmanager', resource });
      return arn === undefined ? undefined : [arn, `${arn}${SUFFIX}`];
    }
    const secret = resourceIn(text, { type: 'secret:', characters: NAME_CHARACTER });
    if (secret === undefined) return undefined;
    const ofName = anywhere('secretsmanager', `${secret}${SUFFIX}`);
    // An unknown beginning may be that of an ARN, which has the six characters.
    return text.startsWith(UNKNOWN) ? [anywhere('secretsmanager', secret), ofName] : [ofName];
  });
}
