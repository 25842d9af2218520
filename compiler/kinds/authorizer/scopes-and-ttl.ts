// Which tokens of a user pool are admitted, and for how long an answer of a custom authorizer is kept.
import { diagnose } from '../../diagnostics/diagnose.js';
import { decodeItems, foundValue, number, sound, wrongType } from '../../values/decoded.js';
import type { Option } from '../../values/options.js';
import * as texts from './catalogue.js';

/** A token of RFC 6749 section 3.3, with the URL of a resource server in front of it. */
const SCOPE = /^[!#-[\]-~]+$/;

export const SCOPES: Option<readonly string[]> = {
  decode: (value) => {
    if (value.kind !== 'list') return wrongType(texts.authorizerScopes, value);
    if (value.items.length === 0) {
      return { value: [], findings: wrongType(texts.authorizerScopes, value).findings };
    }
    return decodeItems(value, (item) =>
      item.kind === 'string' && SCOPE.test(item.value)
        ? sound(item.value)
        : wrongType(texts.authorizerScopes, item),
    );
  },
  problems: [texts.authorizerScopes],
  schema: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  meaning:
    'Scopes of OAuth, one of which the access token must have. Without it the gateway takes ID tokens.',
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
    'Seconds for which the gateway keeps an answer of the function, from 0 to 3600; 300 unless given.',
};
