// What the analyzer finds and the mapping reads: every use of an SDK operation in the modules that the application
// reaches, with what is known of its input.
import type { SourceSpan } from '../diagnostics/diagnostic.js';

/** A text of which pieces are known; `undefined` is a piece that is not. `['tenant-', undefined]`. */
export type TextPattern = readonly (string | undefined)[];

/** What is known of a value of an input without running the program. */
export type InputValue =
  /** One of these texts, always. */
  | { readonly kind: 'text'; readonly values: readonly TextPattern[] }
  | {
      readonly kind: 'object';
      readonly entries: Readonly<Record<string, InputValue>>;
      /**
       * True when there may be entries of other names: a spread of something unknown. The entries that are here hold
       * either way; one that may not be given, or may have another value, is `unknown`.
       */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'list';
      readonly items: readonly InputValue[];
      /** True when there may be more items, anywhere between these. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'other'; readonly value: number | boolean | null }
  /** Known not to be given. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

/**
 * - `command`: an `XCommand` class; `name` is `X`.
 * - `method`: a method of an aggregated client or of a document client; `name` is `PascalCase`, as of the command.
 * - `paginator`, `waiter`: `name` is `X` of `paginateX`, `waitUntilX`.
 * - `library`: a class or function of a package that makes calls of its own (lib-storage's Upload, a presigner, Powertools);
 *   `name` is the export, or `Class.method`. Its input is the `list` of the arguments. A class is a use of its own where it is
 *   made (`DynamoDBProvider`, with the arguments of its constructor), besides the uses of its methods (`DynamoDBProvider.get`).
 * - `v2`: a method of a service of `aws-sdk`; `package` is `aws-sdk/S3` or `aws-sdk/DynamoDB.DocumentClient`, spelled as the
 *   class is. `getSignedUrl('getObject', …)` and `makeRequest` are uses of `GetObject`, `waitFor('objectExists', …)` is a `waiter`
 *   `ObjectExists` of this package; `upload`, `createPresignedPost` are `Upload`, `CreatePresignedPost`.
 */
export type SdkUseKind = 'command' | 'method' | 'paginator' | 'waiter' | 'library' | 'v2';

/** One use of an operation. */
export type SdkUse = {
  readonly kind: SdkUseKind;
  /** For example `@aws-sdk/client-s3`, `@aws-lambda-powertools/parameters/ssm`. */
  readonly package: string;
  readonly name: string;
  /**
   * The functions whose code reaches this use, by name, `api_handler` among them; undefined: it may run in all of them.
   */
  readonly reachedBy?: readonly string[];
  /** One for each place that gives the input; a single `unknown` when it cannot be told. Never empty. */
  readonly inputs: readonly InputValue[];
  readonly at: SourceSpan;
  /** The module it stands in, relative to the project directory. */
  readonly file: string;
};

/** Something that was seen and not resolved. */
export type UnresolvedUse =
  /** `client[name]()`, `new commands[name]()`: which operation, is not known. */
  | {
      readonly kind: 'computed-operation';
      readonly text: string;
      readonly package: string;
      readonly at: SourceSpan;
    }
  /** A client is handed to a package that is not known. */
  | {
      readonly kind: 'foreign-package';
      readonly package: string;
      readonly client: string;
      readonly at: SourceSpan;
    }
  /** `import(x)`, `require(x)`: which module, is not known. */
  | { readonly kind: 'computed-import'; readonly text: string; readonly at: SourceSpan }
  /** A package that is linked and of which no source is found. */
  | {
      readonly kind: 'unread-link';
      readonly package: string;
      readonly directory: string;
      readonly at: SourceSpan;
    }
  /** Code in which more values may be everywhere than are followed; `file` holds most of it. */
  | { readonly kind: 'entangled'; readonly file: string; readonly at: SourceSpan }
  /** A method by the name of an operation, of a value that is not known; it was counted for these packages. */
  | {
      readonly kind: 'guessed-receiver';
      readonly text: string;
      readonly packages: readonly string[];
      readonly at: SourceSpan;
    };

export type SdkUses = {
  /** By file and place. */
  readonly uses: readonly SdkUse[];
  readonly unresolved: readonly UnresolvedUse[];
  /**
   * The modules that the code of a lambda function reaches, by its name; undefined for a function of which that cannot be
   * decided safely.
   */
  readonly reachedBy: Readonly<Record<string, readonly string[] | undefined>>;
};
