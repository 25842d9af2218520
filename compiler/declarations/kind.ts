// The interface that each kind of declaration implements. To add a kind, create a folder in `compiler/kinds/` and add a line to
// the registry there.
import type { AdapterName } from '../../runtime/contract/events.js';
import type { BoundFunction, BoundView, SourceOptions } from '../../runtime/contract/binding.js';
import type { Diagnostic, SourceSpan, CatalogueEntry } from '../diagnostics/diagnostic.js';
import { type JsonSchema, objectSchema } from '../values/decoded.js';
import type { Option } from '../values/options.js';
import type { StaticText, StaticValue } from '../values/static-value.js';
import type { AppFacts, ViewDeclaration } from './app-facts.js';
import type { Type, TypeDefinitions, BoundInputs } from './declared-type.js';
import type { Manifest, SourcePosition } from '../../runtime/contract/manifest.js';

/** A pure function that receives the facts of an application and returns the problems it finds in them. */
export type Rule = (facts: AppFacts) => readonly Diagnostic[];

export type Kind = {
  /** The application's members that belong to this kind. */
  readonly members: readonly string[];
  /** Exported classes whose instances are valid values in the options of this kind. */
  readonly classes: readonly string[];
  /** Exported functions whose results are valid values in the options of this kind. */
  readonly makers?: readonly string[];
  /** Exported functions and classes. Each use is a top-level constant that declares something for the whole application. */
  readonly made?: readonly string[];
  /** Keyed by the source text that introduces the options or the setting. */
  readonly options: Readonly<Record<string, Readonly<Record<string, Option<unknown>>>>>;
  readonly rules: readonly Rule[];
  readonly catalogue: readonly CatalogueEntry<never>[];
  /** The kind's part of the manifest; undefined if other kinds create it. */
  readonly manifest?: ManifestPart;
  /** The schemas that other schemas reference by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
};

/** A view serves API requests. A function is a separate lambda function. */
export type ViewNoun = 'view' | 'function';

/** A path prefix and the pieces it consists of, outermost first. */
export type Prefix = { readonly urlPrefix: string; readonly pieces: readonly StaticText[] };

/** A kind that is declared on a view, with a decorator or with a call: `app.route(...)`. */
export type ViewKind = Kind & {
  readonly member: string;
  readonly noun: ViewNoun;
  /** An example of a declaration, for hints: `app.route('/')`. */
  readonly example: string;
  /** The number of arguments before the options. */
  readonly leading: number;
  /** False if an argument before the options is not static. In that case no other problem of the declaration is reported. */
  readonly isKnown: (view: ViewDeclaration) => boolean;
  /** The name given in the options. It replaces the name of the method or variable. */
  readonly givenName: (view: ViewDeclaration) => string | undefined;
  /** The name of the lambda function that calls the view; undefined if unknown. */
  readonly functionOf: (view: ViewDeclaration) => string | undefined;
  /** The names of the parameters that are inputs, whose types must be read; undefined if there are none. */
  readonly inputNames?: (view: ViewDeclaration) => readonly string[];
  /**
   * Returns the arguments before the options, for a view that is registered with a prefix. The property is absent if a prefix
   * does not change them.
   */
  readonly prefixed?: (leading: readonly StaticValue[], prefix: Prefix) => readonly StaticValue[];
  /**
   * Returns the row for a view of a blueprint, given its declaration for each registration. The property is absent for kinds
   * whose rows are the same on a blueprint.
   */
  readonly bindPart?: (
    view: ViewDeclaration,
    placed: readonly ViewDeclaration[],
    around: BindContext,
  ) => BoundRow | undefined;
  readonly readsEvent?: (view: ViewDeclaration) => EventReading;
  /** Returns the part of the row that binds the view; undefined for an invalid declaration. */
  readonly bind: (view: ViewDeclaration, around: BindContext) => BoundRow | undefined;
};

/** How to read the type of an event function's first parameter. */
export type EventReading = {
  /** The exported types that are valid. A union may contain one of them, because a function may have several event sources. */
  readonly types: readonly string[];
  /** True if types with other names are also read. */
  readonly isWhole?: true;
};

export type BoundRow =
  | { readonly view: BoundView; readonly inputs?: BoundInputs }
  | { readonly function: BoundFunction; readonly source?: BoundEvents };

export type BoundEvents = {
  readonly name: string;
  readonly adapter: AdapterName;
  readonly options: SourceOptions | 0;
  readonly payload?: { readonly type: Type; readonly definitions: TypeDefinitions };
};

export type BindContext = {
  readonly types: TypeDefinitions;
  /** Whether `app.api.cors` is set. If so, a route without CORS must disable it. */
  readonly hasCors: boolean;
};

// The part of the manifest that a kind creates, and values that several parts share.

/** The manifest properties that belong to one kind each. */
type PartName = Exclude<keyof Manifest, 'version' | 'schemas'>;

type ManifestPart = {
  [Name in PartName]: {
    readonly name: Name;
    /** Requires facts without errors; anything else is a bug and throws. */
    readonly build: (facts: AppFacts) => Manifest[Name];
    readonly schema: JsonSchema;
    /** True if the property is absent from the manifest of an application that has no such declarations. */
    readonly isOptional?: true;
  };
}[PartName];

export function positionOf({ file, line, column }: SourceSpan): SourcePosition {
  return { file, line, column };
}

/** The schema of a position, `#/definitions/position`. */
export const POSITION_SCHEMA: JsonSchema = {
  description: 'Location of a declaration in the source.',
  ...objectSchema(['file', 'line', 'column'], {
    file: {
      description: 'Relative to the project directory, with forward slashes.',
      type: 'string',
      minLength: 1,
    },
    line: { type: 'integer', minimum: 1 },
    column: { description: 'In UTF-16 units, from 1.', type: 'integer', minimum: 1 },
  }),
};

/** Creates the error that is thrown if a manifest is requested although the application has problems. */
export function unchecked(subject: string): Error {
  return new Error(`buildManifest received ${subject} that checkApp rejects`);
}
