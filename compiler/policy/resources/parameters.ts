// The ARNs of parameters of Systems Manager, and of secrets of Secrets Manager.
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, resourceIn, tailOf, UNKNOWN } from './arn.js';

const NAME_CHARACTER = /[\w./-]/;

export function parameterArns(names: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(names, (text) => {
    if (text.startsWith('arn:')) {
      const shape = { service: 'ssm', resource: /^parameter\/[\w./:*-]+$/ };
      const arn = arnIn(withoutUnsureEnd(text), shape);
      // `name:version` and `name:label` are the parameter `name`.
      return arn === undefined ? undefined : [arn.split(':').slice(0, 6).join(':')];
    }
    const name = withoutUnsureEnd(text.replace(/:[^:]*$/, ''));
    const parameter = parameterIn(name);
    return parameter === undefined ? undefined : [anywhere('ssm', parameter)];
  });
}

/** The ARNs of all parameters below a path. */
export function parameterTrees(paths: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(paths, (text) => {
    const parameter = text === '/' ? 'parameter' : parameterIn(text.replace(/\/$/, ''));
    if (parameter === undefined) return undefined;
    return [anywhere('ssm', `${parameter.replace(/\/?\**$/, '')}*`)];
  });
}

/** The ARN of a parameter; a slash before its name makes no difference. */
function parameterIn(text: string): string | undefined {
  if (text.includes('//')) return undefined;
  const type = text.startsWith('/') ? 'parameter' : 'parameter/';
  return resourceIn(text, { type, characters: NAME_CHARACTER });
}

/**
 * Removes the text behind an unknown part, which may be a part of a version or label, unless it has a slash:
 * `/app/${x}-url`.
 */
function withoutUnsureEnd(text: string): string {
  const tail = tailOf(text);
  return tail === text || tail.includes('/') ? text : text.slice(0, text.length - tail.length);
}

/** Secrets Manager appends a hyphen and six characters to names. */
const SECRET_SUFFIX = '-??????';
const SECRET_CHARACTER = /[\w/+=.@-]/;

/** The ARNs of a secret that is given by its name, its ARN, or its ARN without the six characters. */
export function secretArns(secrets: readonly InputValue[]): readonly string[] | undefined {
  return arnsOf(secrets, (text) => {
    if (text.startsWith('arn:')) {
      const resource = /^secret:[\w/+=.@*-]+$/;
      const arn = arnIn(text, { service: 'secretsmanager', resource });
      return arn === undefined ? undefined : [arn, `${arn}${SECRET_SUFFIX}`];
    }
    const secret = resourceIn(text, { type: 'secret:', characters: SECRET_CHARACTER });
    if (secret === undefined) return undefined;
    const ofName = anywhere('secretsmanager', `${secret}${SECRET_SUFFIX}`);
    // An unknown beginning may be that of an ARN, which has the six characters.
    return text.startsWith(UNKNOWN) ? [anywhere('secretsmanager', secret), ofName] : [ofName];
  });
}
