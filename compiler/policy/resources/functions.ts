// The ARNs of functions, state machines, keys and user pools.
import { valueAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, resourceIn } from './arn.js';

/**
 * The ARNs of a function that is given by its name, its name and version, a part of its ARN, or its ARN; any version of
 * it.
 */
export function functionArns(functions: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(functions, (text) => {
    if (text.startsWith('arn:')) {
      const resource = /^function:[\w*-]+(?::[\w$*-]+)?$/;
      const arn = arnIn(text, { service: 'lambda', resource });
      return arn === undefined ? undefined : withVersions(arn.split(':').slice(0, 7).join(':'));
    }
    const partOfArn = /^\d{12}:function:/;
    // The text begins with an account id and goes on with an unknown part.
    if (/^\d{1,12}(?:\0|:.*\0)/.test(text) && !partOfArn.test(text)) return undefined;
    const name = text.replace(partOfArn, '').replace(/^([^\0].*):[^:]*$/, '$1');
    const found = resourceIn(name, { type: 'function:', characters: /[\w-]/ });
    return found === undefined ? undefined : withVersions(anywhere('lambda', found));
  });
}

function withVersions(arn: string): readonly string[] {
  return [arn, `${arn}:*`];
}

/** The ARNs of a state machine, with or without a version. */
export function stateMachineArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'stateMachineArn')], (text) => {
    const resource = /^stateMachine:[\w*-]+(?::[\w*-]+)?$/;
    const arn = arnIn(text, { service: 'states', resource });
    if (arn === undefined) return undefined;
    const whole = arn.split(':').slice(0, 7).join(':');
    return whole === arn ? [arn] : [whole, arn];
  });
}

const KEY_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|mrk-[0-9a-f]{32})$/;

/** The ARN of a key by its id or ARN. An alias is no resource of IAM. */
export function keyArns(keys: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(keys, (text) => {
    if (KEY_ID.test(text)) return [anywhere('kms', `key/${text}`)];
    const arn = arnIn(text, { service: 'kms', resource: /^key\/[\w-]+$/ });
    return arn === undefined ? undefined : [arn];
  });
}

export function userPoolArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'UserPoolId')], (text) => {
    const isWhole = /^[a-z0-9-]+_[A-Za-z0-9]+$/.test(text);
    return isWhole ? [anywhere('cognito-idp', `userpool/${text}`)] : undefined;
  });
}
