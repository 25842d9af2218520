// What the code that is made of the types of a view reads of a request. Its members have names that no application has,
// so that a bundle holds only those that are called.
import type { ReadInputs } from './contract/binding.js';
import { mediaTypeOf } from './contract/media-types.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { type InputProblem, refuse, type Report, reportTo } from './input-error.js';
import { type Kinds, valueOf, valuesOf } from './input-texts.js';
import { givenValues } from './query-params.js';
import { decodedText, FORM_TYPE, formTexts, parseJson } from './request-body.js';
import { headersAs, headerValue } from './request-headers.js';
import { checkBySchema, type StandardSchema } from './standard-schema.js';

/** Whether a schema is still checking one of the arguments of a view. */
export function isPending(values: readonly unknown[] | undefined): values is unknown[] {
  return values?.some((value) => value instanceof Promise) ?? false;
}

/** What is read of a request itself. In a bundle without schemas, nothing is pending. */
type ReadRequest = {
  readonly rawBody: Buffer;
  readonly uriParams: Readonly<Record<string, string>> | null;
  $isPending?(values: readonly unknown[] | undefined, inputs: Inputs): boolean;
};

/** The inputs of one request. */
export class Inputs {
  readonly request: ReadRequest;
  readonly $event: ProxyEvent;
  readonly $found: InputProblem[] = [];

  constructor(request: ReadRequest, event: ProxyEvent) {
    this.request = request;
    this.$event = event;
  }

  /** The arguments of a view. Throws when something is wrong with them, unless a part is still being checked. */
  $read(readInputs: ReadInputs): unknown[] {
    const values = readInputs(this as never, reportTo(this.$found)); // because the code that is written calls its members
    if (!this.request.$isPending?.(values, this)) refuse(this.$found);
    return values;
  }

  /** Puts values in the place of promises. */
  async $settle(values: unknown[]): Promise<void> {
    const settled = await Promise.all(values);
    values.splice(0, settled.length, ...settled);
    refuse(this.$found);
  }

  /** A capture that is any text. */
  $text(name: string): string | undefined {
    return this.request.uriParams?.[name];
  }

  /** A capture of another type. */
  $capture(name: string, kind: number): unknown {
    return valueOf(this.request.uriParams?.[name] ?? '', kind);
  }

  /** Query string parameters as the types that are declared. */
  $query(kinds?: Kinds, other?: number): Record<string, unknown> {
    return valuesOf(givenValues(this.$event), kinds, other);
  }

  /** Headers, by lower-case name, as the types that are declared. */
  $headers(kinds?: Kinds, other?: number): Record<string, unknown> {
    return headersAs(this.$event, kinds, other);
  }

  /** Whether there is no body. */
  $isEmpty(): boolean {
    return !this.$event.body;
  }

  /** The body as JSON, whatever its media type. */
  $json(): unknown {
    return parseJson(this.request.rawBody);
  }

  /** The body as bytes. */
  $bytes(): Buffer {
    return this.request.rawBody;
  }

  /** Whether the body is a form. */
  $isForm(): boolean {
    return mediaTypeOf(headerValue(this.$event, 'content-type') ?? '') === FORM_TYPE;
  }

  /** The fields of a form as the types that are declared. */
  $form(kinds?: Kinds, other?: number): Record<string, unknown> {
    return valuesOf(formTexts(this.request.rawBody), kinds, other);
  }

  /** The body as text. */
  $bodyText(): string {
    return decodedText(this.request.rawBody, headerValue(this.$event, 'content-type') ?? '');
  }

  /** Has a value of Standard Schema check an input. Its answer may be a promise. */
  $schema(
    schema: StandardSchema,
    input: unknown,
    [at, report]: readonly [string, Report],
  ): unknown {
    return checkBySchema(schema, input, { at, report });
  }
}
