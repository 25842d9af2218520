// The scopes of user pool tokens, and how long the result of a custom authorizer is cached.
import { about } from '../../diagnostics/catalogue-entry.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import {
  decodeItems,
  foundValue,
  number,
  sound,
  wrongType,
  type Reading,
} from '../../values/decoded.js';
import type { Option } from '../../values/options.js';
import * as texts from './catalogue.js';

/** A token of RFC 6749 section 3.3, with the URL of a resource server in front of it. */
const SCOPE = /^[!#-[\]-~]+$/;

function scopesOf(subject: 'UserPoolAuthorizer' | 'route'): Reading<readonly string[]> {
  const entry = about(texts.authorizerScopes, { subject });
  return {
    decode: (value) => {
      if (value.kind !== 'list') return wrongType(entry, value);
      if (value.items.length === 0) {
        return { value: [], findings: wrongType(entry, value).findings };
      }
      return decodeItems(value, (item) =>
        item.kind === 'string' && SCOPE.test(item.value)
          ? sound(item.value)
          : wrongType(entry, item),
      );
    },
    problems: [texts.authorizerScopes],
    schema: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  };
}

export const SCOPES: Option<readonly string[]> = {
  ...scopesOf('UserPoolAuthorizer'),
  meaning:
    'Scopes of OAuth, one of which the access token must have. Without it the gateway takes ID tokens.',
};

/** API Gateway stores scopes with each method, so routes with different scopes can share one authorizer. */
export const ROUTE_SCOPES: Option<readonly string[]> = {
  ...scopesOf('route'),
  problems: [texts.authorizerScopes, texts.scopesWithoutPool],
  meaning:
    'Scopes of OAuth, one of which the access token must have; in place of those of its `UserPoolAuthorizer`.',
};

/** docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html, authorizerResultTtlInSeconds */
const LONGEST_TTL = 3600;

export const TTL: Option<number> = {
  ...number(texts.authorizerTtl, (value) =>
    Number.isInteger(value.value) && value.value >= 0 && value.value <= LONGEST_TTL
      ? []
      : [diagnose(texts.authorizerTtl, { found: foundValue(value) }, { at: value.at })],
  ),
  schema: { description: 'Seconds.', type: 'integer', minimum: 0, maximum: LONGEST_TTL },
  meaning:
    'Seconds for which the gateway caches a result of the function, from 0 to 3600; defaults to 300.',
};
