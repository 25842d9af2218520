// Reads the kind of a security scheme of a document.
import { isFields, textAt } from '../fields.js';
import type { Fields } from '../fields.js';

export function isApiKeyScheme(scheme: Fields): boolean {
  return (
    isHeaderScheme(scheme) &&
    /^x-api-key$/i.test(textAt(scheme, 'name') ?? '') &&
    scheme['x-amazon-apigateway-authtype'] === undefined
  );
}

export function isIamScheme(scheme: Fields): boolean {
  return isHeaderScheme(scheme) && scheme['x-amazon-apigateway-authtype'] === 'awsSigv4';
}

export function isAuthorizerScheme(scheme: Fields): boolean {
  return isHeaderScheme(scheme) && isFields(scheme['x-amazon-apigateway-authorizer']);
}

function isHeaderScheme(scheme: Fields): boolean {
  return textAt(scheme, 'type') === 'apiKey' && textAt(scheme, 'in') === 'header';
}
