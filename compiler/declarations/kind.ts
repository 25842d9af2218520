// The interface of a kind of declaration. A new kind is a folder in `compiler/kinds/` and a line in its registry.
import type { AdapterName } from '../../runtime/contract/events.js';
import type { BoundFunction, PartView, SourceOptions } from '../../runtime/contract/binding.js';
import type { Diagnostic, SourceSpan, CatalogueEntry } from '../diagnostics/diagnostic.js';
import type { JsonSchema } from '../values/decoded.js';
import type { Option } from '../values/options.js';
import type { StaticText, StaticValue } from '../values/static-value.js';
import type { AppFacts, ViewDeclaration } from './app-facts.js';
import type { Type, TypeDefinitions, BoundInputs } from './declared-type.js';
import type { Manifest, SourcePosition } from '../../runtime/contract/manifest.js';

/** A pure function from the facts of an application to the problems it finds in them. */
export type Rule = (facts: AppFacts) => readonly Diagnostic[];

export type Kind = {
  /** Its members of the application, by name. */
  readonly members: readonly string[];
  /** Exported classes whose instances are values of its options. */
  readonly classes: readonly string[];
  /** Exported functions whose results are values of its options. */
  readonly makers?: readonly string[];
  /** Exported functions and classes that make what a whole application has, as a constant at the top level of a module. */
  readonly made?: readonly string[];
  /** Keyed by the text that introduces the options or the setting in the source. */
  readonly options: Readonly<Record<string, Readonly<Record<string, Option<unknown>>>>>;
  readonly rules: readonly Rule[];
  /** Every problem that it reports. */
  readonly catalogue: readonly CatalogueEntry<never>[];
  /** Its part of the manifest; undefined when other kinds write it. */
  readonly manifest?: ManifestPart;
  /** The schemas that others reference by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
};

/** A view serves requests of the API. A function is a separate lambda function. */
export type ViewNoun = 'view' | 'function';

/** A path prefix and its pieces, outermost first. */
export type Prefix = { readonly urlPrefix: string; readonly pieces: readonly StaticText[] };

/** A kind that is declared on a view, by a decorator or by a call: `app.route(...)`. */
export type ViewKind = Kind & {
  /** The member of the application that is called. */
  readonly member: string;
  /** The noun for its declarations. */
  readonly noun: ViewNoun;
  /** A declaration in hints: `app.route('/')`. */
  readonly example: string;
  /** The number of arguments before the options. */
  readonly leading: number;
  /** False when an argument before the options is not static. Then only that is reported. */
  readonly isKnown: (view: ViewDeclaration) => boolean;
  /** The name in the options, which replaces the name of the method or variable. */
  readonly givenName: (view: ViewDeclaration) => string | undefined;
  /** The cloud function that calls the view; undefined when unknown. */
  readonly functionOf: (view: ViewDeclaration) => string | undefined;
  /** The names of parameters that are inputs, so that their types are read; undefined when there are none. */
  readonly inputNames?: (view: ViewDeclaration) => readonly string[];
  /**
   * The arguments before the options, for a registration with a prefix made of `pieces`; undefined when the prefix does not
   * change them.
   */
  readonly prefixed?: (leading: readonly StaticValue[], prefix: Prefix) => readonly StaticValue[];
  /**
   * The row of a blueprint's view, as declared; the declarations per registration are passed too. Undefined for kinds whose
   * rows are the same on a blueprint.
   */
  readonly bindPart?: (
    view: ViewDeclaration,
    placed: readonly ViewDeclaration[],
    around: BindContext,
  ) => BoundRow | undefined;
  /** For event functions: the type of the first parameter is read. */
  readonly readsEvent?: (view: ViewDeclaration) => EventReading;
  /** The part of the row that binds the view; undefined when the declaration has a mistake. */
  readonly bind: (view: ViewDeclaration, around: BindContext) => BoundRow | undefined;
};

/** How the first parameter of an event function is read. */
export type EventReading = {
  /** The exported types that fit; a union may contain one of them, because a function may have several sources. */
  readonly types: readonly string[];
  /** True when a type with another name is read too. */
  readonly isWhole?: true;
};

/** The row of an API view, or of a separate lambda function. */
export type BoundRow =
  | { readonly view: PartView; readonly inputs?: BoundInputs }
  | { readonly function: BoundFunction; readonly source?: BoundEvents };

/** An event source of a function, and the payload type that is checked. */
export type BoundEvents = {
  readonly name: string;
  readonly adapter: AdapterName;
  readonly options: SourceOptions | 0;
  readonly payload?: { readonly type: Type; readonly definitions: TypeDefinitions };
};

/** What a row needs from the application. */
export type BindContext = {
  readonly types: TypeDefinitions;
  /** Whether `app.api.cors` is set, which a route without CORS must turn off. */
  readonly hasCors: boolean;
};

// The part of the manifest that a kind creates, and values that several parts share.

/** Without the properties to which several kinds contribute. */
type PartName = Exclude<keyof Manifest, 'version' | 'schemas'>;

/** One property of the manifest. */
type ManifestPart = {
  [Name in PartName]: {
    readonly name: Name;
    /** Requires facts without errors; anything else is a bug and throws. */
    readonly build: (facts: AppFacts) => Manifest[Name];
    readonly schema: JsonSchema;
    /** True when the property is absent from the manifest of an application without such declarations. */
    readonly isOptional?: true;
  };
}[PartName];

/** A source position, as in the manifest. */
export function positionOf({ file, line, column }: SourceSpan): SourcePosition {
  return { file, line, column };
}

/** The schema of a position, `#/definitions/position`. */
export const POSITION_SCHEMA: JsonSchema = {
  description: 'Where a declaration is in the source.',
  type: 'object',
  additionalProperties: false,
  required: ['file', 'line', 'column'],
  properties: {
    file: {
      description: 'Relative to the project directory, with forward slashes.',
      type: 'string',
      minLength: 1,
    },
    line: { type: 'integer', minimum: 1 },
    column: { description: 'In UTF-16 units, from 1.', type: 'integer', minimum: 1 },
  },
};

/** The error when a manifest is requested although there are findings. */
export function unchecked(subject: string): Error {
  return new Error(`buildManifest was given ${subject} that checkApp refuses`);
}
