// Checks route paths with any TypeScript compiler, without a plugin: the error message is the type of the parameter, so `tsc`
// prints it verbatim. The grammar is the same as in contract/paths.ts.

type CharacterOf<S extends string> = S extends `${infer First}${infer Rest}`
  ? First | CharacterOf<Rest>
  : never;
type Lower = CharacterOf<'abcdefghijklmnopqrstuvwxyz'>;
type NameStart = Lower | Uppercase<Lower> | '_';
type NameCharacter = NameStart | CharacterOf<'0123456789'>;
type PathCharacter = NameCharacter | '.' | '-';

/** True if the type contains the whole path. TypeScript widens `'/api' + '/x'` to `string`; only the compiler evaluates it. */
export type IsKnown<P extends string> =
  Partial<Record<P, unknown>> extends Record<P, unknown> ? false : true;

/** `never` for a valid route path, otherwise a message that describes the problem. */
export type PathError<P extends string> =
  IsKnown<P> extends false
    ? never
    : P extends '/'
      ? never
      : P extends `/${infer Segments}`
        ? P extends `${string}/`
          ? `Route path '${P}' must not end in a slash`
          : SegmentsError<Segments, P>
        : `Route path '${P}' must start with a slash`;

/** The problem with the leftmost invalid segment. `Seen` contains the earlier captures. */
type SegmentsError<
  Segments extends string,
  P extends string,
  Seen extends string = never,
> = Segments extends `${infer First}/${infer Rest}`
  ? [SegmentError<First, P, Seen>] extends [never]
    ? SegmentsError<Rest, P, Seen | CaptureName<First>>
    : SegmentError<First, P, Seen>
  : SegmentError<Segments, P, Seen>;

type SegmentError<S extends string, P extends string, Seen extends string> = S extends ''
  ? `Route path '${P}' must not contain an empty segment ('//')`
  : S extends `{${infer Name}}`
    ? CaptureError<Name, P, Seen>
    : S extends `${string}{${string}`
      ? `Route path '${P}' has a malformed capture in '${S}': a capture '{name}' must be a whole segment`
      : S extends `${string}}${string}`
        ? `Route path '${P}' has an unbalanced brace in '${S}'`
        : LiteralError<FirstOther<S, PathCharacter>, P>;

type LiteralError<Character extends string, P extends string> = [Character] extends [never]
  ? never
  : `Route path '${P}' contains the character '${Character}'; only [a-zA-Z0-9._-], '/' and {captures} are allowed`;

type CaptureError<Name extends string, P extends string, Seen extends string> = Name extends ''
  ? `Route path '${P}' has an empty capture '{}'`
  : Name extends `${string}{${string}` | `${string}}${string}`
    ? `Route path '${P}' has an unbalanced brace in '{${Name}}'`
    : [NameError<Name>] extends [never]
      ? Name extends Seen
        ? `Route path '${P}' captures '{${Name}}' twice`
        : never
      : `Capture '{${Name}}' of route path '${P}' must be a parameter name ([A-Za-z_][A-Za-z0-9_]*)`;

/** The first character that is not allowed in a parameter name; `never` if all are allowed. */
type NameError<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends NameStart
    ? FirstOther<Rest, NameCharacter>
    : First
  : never;

type CaptureName<S extends string> = S extends `{${infer Name}}` ? Name : never;

/** The first character in a string that is not allowed; `never` if all are allowed. */
type FirstOther<S extends string, Allowed extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Allowed
    ? FirstOther<Rest, Allowed>
    : First
  : never;
