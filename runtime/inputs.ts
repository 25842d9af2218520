// The inputs of a request, for the code that is generated from a view's types. A build keeps a member only if its name appears
// in the code. Only generated code uses these names, so a bundle contains only the members that it calls.
import type { ReadInputs, Report } from './contract/binding.js';
import { mediaTypeOf } from './contract/media-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import {
  type Problem,
  refuse,
  reportTo,
  checkBySchema,
  type StandardSchema,
} from './input-error.js';
import { bytesOf, decodedText, FORM_TYPE, formTexts, parseJson } from './request-body.js';
import { headersAs, headerValue, type Kinds, valueOf, valuesOf } from './request-headers.js';
import { captureOf, givenValues } from './uri-params.js';

class Inputs {
  readonly $event: ProxyEvent;
  readonly $found: Problem[] = [];

  constructor(event: ProxyEvent) {
    this.$event = event;
  }

  /** A capture of type string. */
  declare $text: (name: string) => string | undefined;
  /** A capture of another type. */
  declare $capture: (name: string, kind: number) => unknown;
  /** The query string parameters, converted to their declared types. */
  declare $query: (kinds?: Kinds, other?: number) => Record<string, unknown>;
  /** The headers by lower-case name, converted to their declared types. */
  declare $headers: (kinds?: Kinds, other?: number) => Record<string, unknown>;
  /** Returns true if there is no body. */
  declare $isEmpty: () => boolean;
  /** The body parsed as JSON, regardless of its media type. */
  declare $json: () => unknown;
  /** The body as bytes. */
  declare $bytes: () => Buffer;
  /** Returns true if the body is a form. */
  declare $isForm: () => boolean;
  /** The fields of a form, converted to their declared types. */
  declare $form: (kinds?: Kinds, other?: number) => Record<string, unknown>;
  /** The body as text. */
  declare $bodyText: () => string;
  /** Validates an input with a Standard Schema. Returns the schema's result, or a promise of it. */
  declare $schema: (
    schema: StandardSchema,
    input: unknown,
    [at, report]: readonly [string, Report],
  ) => unknown;
}

/** Returns the arguments for a view, or a promise of them if a schema is asynchronous. Throws if an input is invalid. */
export function readInputs(event: ProxyEvent, read: ReadInputs): unknown[] | Promise<unknown[]> {
  const inputs = new Inputs(event);
  const values = read(inputs as never, reportTo(inputs.$found)); // because generated code calls the members of `Inputs`
  if ($uses.code.$schema && values.some((value) => value instanceof Promise))
    return Promise.all(values).then((settled) => {
      refuse(inputs.$found);
      return settled;
    });
  refuse(inputs.$found);
  return values;
}

if ($uses.code.$text)
  Inputs.prototype.$text = function (name) {
    return captureOf(this.$event, name);
  };
if ($uses.code.$capture)
  Inputs.prototype.$capture = function (name, kind) {
    return valueOf(captureOf(this.$event, name) ?? '', kind);
  };
if ($uses.code.$query)
  Inputs.prototype.$query = function (kinds, other) {
    return valuesOf(givenValues(this.$event), kinds, other);
  };
if ($uses.code.$headers)
  Inputs.prototype.$headers = function (kinds, other) {
    return headersAs(this.$event, kinds, other);
  };
if ($uses.code.$isEmpty)
  Inputs.prototype.$isEmpty = function () {
    return !this.$event.body;
  };
if ($uses.code.$json)
  Inputs.prototype.$json = function () {
    return parseJson(bytesOf(this.$event));
  };
if ($uses.code.$bytes)
  Inputs.prototype.$bytes = function () {
    return bytesOf(this.$event);
  };
if ($uses.code.$isForm)
  Inputs.prototype.$isForm = function () {
    return mediaTypeOf(headerValue(this.$event, 'content-type') ?? '') === FORM_TYPE;
  };
if ($uses.code.$form)
  Inputs.prototype.$form = function (kinds, other) {
    return valuesOf(formTexts(bytesOf(this.$event)), kinds, other);
  };
if ($uses.code.$bodyText)
  Inputs.prototype.$bodyText = function () {
    return decodedText(bytesOf(this.$event), headerValue(this.$event, 'content-type') ?? '');
  };
if ($uses.code.$schema)
  Inputs.prototype.$schema = function (schema, input, [at, report]) {
    return checkBySchema(schema, input, { at, report });
  };
