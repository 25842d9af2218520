// `authorizerUri` is the URI by which the gateway invokes the authorizing function
// (docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html, authorizerUri).
import { authorizerUri } from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { foundValue } from '../found-value.js';
import { replaceInText } from '../../values/literal-place.js';

const INVOCATION_URI =
  /^arn:aws[a-z-]*:apigateway:[a-z0-9-]+:lambda:path\/\d{4}-\d{2}-\d{2}\/functions\/arn:aws[a-z-]*:lambda:[^/]+\/invocations$/;
const FUNCTION_ARN = /^arn:(aws[a-z-]*):lambda:([a-z0-9-]+):\d{12}:function:[\w:$-]+$/;

export function checkAuthorizerUri(options: StaticValue): Diagnostic[] {
  const value = entryOf(options, 'authorizerUri')?.value;
  if (value?.kind === 'unknown') return [];
  if (!value) return [diagnose(authorizerUri, { found: undefined, uri: undefined }, options)];
  if (value.kind === 'string' && INVOCATION_URI.test(value.value)) return [];
  const uri = value.kind === 'string' ? uriOf(value.value) : undefined;
  const fix =
    value.kind === 'string' && uri !== undefined
      ? replaceInText(value, [0, value.value.length], {
          title: 'Write the invocation URI',
          text: uri,
        })
      : undefined;
  return [diagnose(authorizerUri, { found: foundValue(value), uri }, { at: value.at, fix })];
}

/** The ARN of a function says all that its URI needs. */
function uriOf(arn: string): string | undefined {
  const [, partition, region] = FUNCTION_ARN.exec(arn) ?? [];
  if (partition === undefined || region === undefined) return undefined;
  return `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${arn}/invocations`;
}
