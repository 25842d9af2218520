// The ARNs of secrets, to whose names AWS adds a hyphen and six characters.
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, resourceIn, UNKNOWN } from './arn.js';

const SUFFIX = '-??????';
const NAME_CHARACTER = /[\w/+=.@-]/;

/** A secret may be given by its name, by its ARN, or by its ARN without the six characters. */
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
    // What is not known may be the beginning of an ARN, which has its six characters.
    return text.startsWith(UNKNOWN) ? [anywhere('secretsmanager', secret), ofName] : [ofName];
  });
}
