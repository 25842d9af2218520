// The result of the analysis: every use of an SDK operation in the modules that the application reaches, with the known
// part of its input.
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import type { SourceSpan, Diagnostic } from '../diagnostics/diagnostic.js';

/** A string whose unknown parts are `undefined`: `['tenant-', undefined]`. */
export type TextPattern = readonly (string | undefined)[];

/** What is known about an input value without running the program. */
export type InputValue =
  /** Always one of these strings. */
  | { readonly kind: 'text'; readonly values: readonly TextPattern[] }
  | {
      readonly kind: 'object';
      readonly entries: Readonly<Record<string, InputValue>>;
      /**
       * True if a spread of an unknown value may add entries with other names. The listed entries are correct in either case;
       * an entry that may be missing, or may have another value, is `unknown`.
       */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'list';
      readonly items: readonly InputValue[];
      /** True if there may be more items between the listed ones. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'other'; readonly value: number | boolean | null }
  /** The member is certainly missing. */
  | { readonly kind: 'absent' }
  /** Any value. `written` is the value in the source. Other code may have changed it before the call. */
  | { readonly kind: 'unknown'; readonly written?: InputValue };

/** Makes a value unknown, because other code may change it. The value in the source is kept as `written`. */
export function changeable(value: InputValue): InputValue {
  return value.kind === 'unknown' ? value : { kind: 'unknown', written: value };
}

/** Returns the distinct inputs. If one of them is unknown, none of them is certain. */
export function settleInputs(values: readonly InputValue[]): readonly InputValue[] {
  const isUncertain = values.length === 0 || values.some(({ kind }) => kind === 'unknown');
  const settled = isUncertain ? values.map(changeable) : values;
  const different = new Map(settled.map((value) => [JSON.stringify(value), value]));
  return different.size === 0 ? [{ kind: 'unknown' }] : [...different.values()];
}

/**
 * - `command`: an `XCommand` class; `name` is `X`.
 * - `method`: a method of an aggregated client or of a document client; `name` is in PascalCase, like the name of the command.
 * - `paginator`, `waiter`: `name` is the `X` in `paginateX` or `waitUntilX`.
 * - `library`: a class or function of a package that makes calls itself (lib-storage's Upload, a presigner, Powertools);
 *   `name` is the export, or `Class.method`. Its input is the `list` of the arguments. Constructing an instance
 *   (`DynamoDBProvider`, with the constructor's arguments) and calling its methods (`DynamoDBProvider.get`) are separate uses.
 * - `v2`: a method of an `aws-sdk` service; `package` is `aws-sdk/S3` or `aws-sdk/DynamoDB.DocumentClient`, spelled like the
 *   class. `getSignedUrl('getObject', …)` and `makeRequest` are uses of `GetObject`, and `waitFor('objectExists', …)` is a
 *   `waiter` named `ObjectExists`; `upload` and `createPresignedPost` are `Upload` and `CreatePresignedPost`.
 */
export type SdkUseKind = 'command' | 'method' | 'paginator' | 'waiter' | 'library' | 'v2';

export type SdkUse = {
  readonly kind: SdkUseKind;
  /** A name such as `@aws-sdk/client-s3` or `@aws-lambda-powertools/parameters/ssm`. */
  readonly package: string;
  readonly name: string;
  /** The functions whose code reaches this use, including `api_handler`; undefined if any function may reach it. */
  readonly reachedBy?: readonly string[];
  /** The middleware whose code reaches this use, as written in lists. */
  readonly layers?: readonly string[];
  /** The input in each call that passes one. If one input is `unknown`, all of them are. Never empty. */
  readonly inputs: readonly InputValue[];
  readonly at: SourceSpan;
  /** The module that contains the use, relative to the project directory. */
  readonly file: string;
};

type Unresolved =
  /** The operation is computed: `client[name]()`, `new commands[name]()`. */
  | { readonly kind: 'computed-operation'; readonly text: string; readonly package: string }
  /** A client that is passed to an unknown package. */
  | { readonly kind: 'foreign-package'; readonly package: string; readonly client: string }
  /** A computed module: `import(x)`, `require(x)`. */
  | { readonly kind: 'computed-import'; readonly text: string }
  /** A linked package without source. */
  | { readonly kind: 'unread-link'; readonly package: string; readonly directory: string }
  /** Code with more values than the analysis follows. Most of the values are in `file`. */
  | { readonly kind: 'entangled'; readonly file: string }
  /** A method named like an operation, called on an unknown value. It counts as a use of these packages. */
  | {
      readonly kind: 'guessed-receiver';
      readonly text: string;
      readonly packages: readonly string[];
    };

export type UnresolvedUse = Unresolved & { readonly at: SourceSpan };

/** A permission that is needed by a declaration rather than by a call. */
export type GivenNeed = {
  /** The function whose role needs it. */
  readonly function: string;
  readonly action: string;
  readonly resources: readonly string[];
  readonly because: Extract<PolicyReason['because'], { readonly kind: 'event' }>;
};

export type SdkUses = {
  readonly uses: readonly SdkUse[];
  readonly unresolved: readonly UnresolvedUse[];
  /** The permissions that event sources need. */
  readonly given?: readonly GivenNeed[];
  /** The modules that the code of each lambda function reaches, by the function's name; undefined if this is uncertain. */
  readonly reachedBy: Readonly<Record<string, readonly string[] | undefined>>;
};

export type Call = {
  /** The client: the name of its package without `@aws-sdk/client-`. */
  readonly client: string;
  readonly operation: string;
  readonly input: InputValue;
};

/** Returns how a use is written in the code: `PutObjectCommand`, `putObject()`, `paginateQuery()`, `S3.getObject()`. */
export function textOfUse({ kind, name, package: packageName }: SdkUse): string {
  switch (kind) {
    case 'command':
      return `${name}Command`;
    case 'method':
      return `${camelCase(name)}()`;
    case 'paginator':
      return `paginate${name}()`;
    case 'waiter':
      return `waitUntil${name}()`;
    case 'library':
      return packageName === FRAMEWORK ? `${name}()` : name;
    case 'v2':
      return `${packageName.replace(/^aws-sdk\//, '')}.${camelCase(name)}()`;
  }
}

function camelCase(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

export type PolicyReason = {
  readonly action: string;
  readonly resources: readonly string[];
  readonly because:
    | { readonly kind: 'use'; readonly text: string; readonly at: SourceSpan }
    /** An event source: `@app.onSqsMessage`. */
    | { readonly kind: 'event'; readonly text: string; readonly at: SourceLine }
    | { readonly kind: 'logs' }
    | { readonly kind: 'vpc' }
    | { readonly kind: 'xray' }
    | { readonly kind: 'base' };
};

type SourceLine = Pick<SourceSpan, 'file' | 'line'>;

export type GeneratedPolicy = {
  readonly document: PolicyDocument;
  readonly reasons: readonly PolicyReason[];
  /** Warnings (FW40) about code that could not be resolved. */
  readonly diagnostics: readonly Diagnostic[];
};

/** A statement of an access policy as JSON (specification 2.7). */
export type PolicyStatement = {
  /** Consists of letters and digits. It is unique in the document and stable between runs. */
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  /** The ARNs of the resources, or patterns for them; absent only in a trust policy. */
  readonly Resource?: readonly string[];
  /** Present only in a trust policy. */
  readonly Principal?: Readonly<Record<string, string>>;
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
};

export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
};

export type Condition = NonNullable<PolicyStatement['Condition']>;

export type Need = {
  readonly action: string;
  /** The ARNs of everything that the call can access; undefined if this is unknown, or if the action has no ARNs. */
  readonly resources: readonly string[] | undefined;
  readonly condition?: Condition;
};

// Reads the known part of an input: whether a member is present, which strings it may be, and its items.

const UNKNOWN: InputValue = { kind: 'unknown' };
const ABSENT: InputValue = { kind: 'absent' };

/** Returns the value at a path of an input, for example `Target.RoleArn`. */
export function valueAt(input: InputValue, path: string): InputValue {
  return path.split('.').reduce(entryOf, input);
}

function entryOf(input: InputValue, name: string): InputValue {
  if (input.kind === 'unknown') {
    const written = input.written ? entryOf(input.written, name) : ABSENT;
    return written.kind === 'absent' ? UNKNOWN : changeable(written);
  }
  if (input.kind !== 'object') return ABSENT;
  const entry = Object.hasOwn(input.entries, name) ? input.entries[name] : undefined;
  return entry ?? (input.isOpen ? UNKNOWN : ABSENT);
}

/** Returns the values at a path; `*` stands for every list item: `Targets.*.RoleArn`. One is unknown if there may be more. */
export function valuesAt(input: InputValue, path: string): readonly InputValue[] {
  let values: readonly InputValue[] = [input];
  for (const name of path.split('.')) {
    values = values.flatMap((value) => (name === '*' ? everyItem(value) : [entryOf(value, name)]));
  }
  return values;
}

function everyItem(value: InputValue): readonly InputValue[] {
  if (value.kind === 'unknown') {
    return [...(value.written ? everyItem(value.written).map(changeable) : []), UNKNOWN];
  }
  if (value.kind !== 'list') return [];
  return value.isOpen ? [...value.items, UNKNOWN] : value.items;
}

/** `maybe`: the code names the entry, but its value may be undefined. `unknown`: the code does not show the entry. */
export type Presence = 'yes' | 'maybe' | 'unknown' | 'no';

export function presenceOf(owner: InputValue, name: string): Presence {
  const value = entryOf(owner, name);
  if (value.kind === 'absent') return 'no';
  if (value.kind === 'other' && value.value === null) return 'no';
  if (value.kind !== 'unknown') return 'yes';
  const written = owner.kind === 'unknown' ? owner.written : owner;
  const isNamed = written?.kind === 'object' && Object.hasOwn(written.entries, name);
  const isNull = value.written?.kind === 'other' && value.written.value === null;
  return isNamed && !isNull ? 'maybe' : 'unknown';
}

/** Tells whether the code passes the member at a path, even if its value may be undefined. */
export function isGiven(input: InputValue, path: string): boolean {
  const cut = path.lastIndexOf('.');
  const owners = cut === -1 ? [input] : valuesAt(input, path.slice(0, cut));
  const name = path.slice(cut + 1);
  return owners.some((owner) => ['yes', 'maybe'].includes(presenceOf(owner, name)));
}

/** Returns the possible strings of a value; undefined if it may be something else. */
export function textsOf(value: InputValue): readonly TextPattern[] | undefined {
  return value.kind === 'text' && value.values.length > 0 ? value.values : undefined;
}

/** Returns the possible strings that are written in the source, ignoring later changes. */
export function writtenTextsOf(value: InputValue): readonly TextPattern[] | undefined {
  return textsOf(value.kind === 'unknown' && value.written ? value.written : value);
}

/** Returns the items of a list; undefined if there may be more items. */
export function itemsOf(value: InputValue): readonly InputValue[] | undefined {
  return value.kind === 'list' && !value.isOpen ? value.items : undefined;
}

/** Returns the names of the entries in an object; undefined if there may be more entries. */
export function namesIn(value: InputValue): readonly string[] | undefined {
  if (value.kind !== 'object' || value.isOpen) return undefined;
  return Object.keys(value.entries).filter((name) => presenceOf(value, name) !== 'no');
}

/** Returns an argument by index, if the input is a list of arguments. */
export function argumentAt(input: InputValue, index: number): InputValue {
  if (input.kind === 'unknown' && input.written)
    return changeable(argumentAt(input.written, index));
  if (input.kind !== 'list') return UNKNOWN;
  return input.items[index] ?? (input.isOpen ? UNKNOWN : ABSENT);
}

export function objectOf(entries: Readonly<Record<string, InputValue>>): InputValue {
  return { kind: 'object', entries, isOpen: false };
}

/** Returns the string; undefined if any part of it is unknown. */
export function wholeText(pattern: TextPattern): string | undefined {
  return pattern.every((piece) => piece !== undefined) ? pattern.join('') : undefined;
}
