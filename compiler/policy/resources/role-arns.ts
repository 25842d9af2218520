// The ARNs of roles that a call assumes or passes.
import type { InputValue } from '../sdk-use.js';
import { arnIn, arnsOf } from './arn.js';

export function roleArns(roles: readonly InputValue[]): readonly string[] | undefined {
  const given = roles.filter(({ kind }) => kind !== 'absent');
  return arnsOf(given, (text) => {
    const arn = arnIn(text, { service: 'iam', region: 'none', resource: /^role\/[\w+=,.@/*-]+$/ });
    return arn === undefined ? undefined : [arn];
  });
}
