// The interface of a kind of declaration. A new kind is a folder in `compiler/kinds/` and a line in its registry.
import type { AdapterName } from '../../runtime/contract/events.js';
import type { BoundFunction, PartView, SourceOptions } from '../../runtime/contract/binding.js';
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import type { Diagnostic, SourceSpan } from '../diagnostics/diagnostic.js';
import type { JsonSchema } from '../values/decoded.js';
import type { Option } from '../values/options.js';
import type { StaticText, StaticValue } from '../values/static-value.js';
import type { AppFacts, ViewDeclaration } from './app-facts.js';
import type { Type, TypeDefinitions, BoundInputs } from './declared-type.js';
import type { Manifest, SourcePosition } from '../../runtime/contract/manifest.js';

/** A pure function from the facts of an application to the problems it finds in them. */
export type Rule = (facts: AppFacts) => readonly Diagnostic[];

export type Kind = {
  /** The members of the application that belong to it, by their names. */
  readonly members: readonly string[];
  /** Exported classes whose instances are values of its options. */
  readonly classes: readonly string[];
  /** Exported functions whose results are values of its options. */
  readonly makers?: readonly string[];
  /** Keyed by the text that introduces the options or the setting in the source. */
  readonly options: Readonly<Record<string, Readonly<Record<string, Option<unknown>>>>>;
  readonly rules: readonly Rule[];
  /** Every problem that the kind reports. */
  readonly catalogue: readonly CatalogueEntry<never>[];
  /** Its part of the manifest; undefined when other kinds write it. */
  readonly manifest?: ManifestPart;
  /** The schemas that others refer to by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
};

/** A view answers requests of the API. A function is a lambda function of its own. */
export type ViewNoun = 'view' | 'function';

/** The prefix of a path, and the texts it is made of, the outermost first. */
export type Prefix = { readonly urlPrefix: string; readonly pieces: readonly StaticText[] };

/** A kind that is declared on a view, by a decorator or by a call: `app.route(...)`. */
export type ViewKind = Kind & {
  /** The member of the application that is called. */
  readonly member: string;
  /** The noun for what it declares. */
  readonly noun: ViewNoun;
  /** A declaration, as hints write it: `app.route('/')`. */
  readonly example: string;
  /** The number of arguments before the options. */
  readonly leading: number;
  /** False when an argument before the options is not static. Then only that is reported. */
  readonly isKnown: (view: ViewDeclaration) => boolean;
  /** The name in the options. It replaces the name of the method or variable. */
  readonly givenName: (view: ViewDeclaration) => string | undefined;
  /** The function of the cloud that calls the view; undefined when it is not known. */
  readonly functionOf: (view: ViewDeclaration) => string | undefined;
  /** The names of parameters that are inputs, so that their types are read; undefined when there are none. */
  readonly inputNames?: (view: ViewDeclaration) => readonly string[];
  /**
   * The arguments before the options, for a view of a blueprint at a place with a prefix made of `pieces`; undefined when
   * the place does not change them.
   */
  readonly prefixed?: (leading: readonly StaticValue[], prefix: Prefix) => readonly StaticValue[];
  /**
   * The row of a view of a blueprint, which says only what the declaration itself says; the declaration in each of its
   * places is given too. Undefined for kinds whose rows are the same on a blueprint.
   */
  readonly bindPart?: (
    view: ViewDeclaration,
    placed: readonly ViewDeclaration[],
    around: BindContext,
  ) => BoundRow | undefined;
  /** For functions that get events: the type of the first parameter is read. */
  readonly readsEvent?: (view: ViewDeclaration) => EventReading;
  /** The part of the row that binds the view; undefined when the declaration has a mistake. */
  readonly bind: (view: ViewDeclaration, around: BindContext) => BoundRow | undefined;
};

/** How the first parameter of a function with an event source is read. */
export type EventReading = {
  /** The exported types that fit; one of them is read in a union, because a function may have several sources. */
  readonly types: readonly string[];
  /** True when a type with another name is read, too. */
  readonly isWhole?: true;
};

/** The row of a view of the API, or of a view that is a lambda function of its own. */
export type BoundRow =
  | { readonly view: PartView; readonly inputs?: BoundInputs }
  | { readonly function: BoundFunction; readonly source?: BoundEvents };

/** An event source of a function, and the type of payload that is checked. */
export type BoundEvents = {
  readonly name: string;
  readonly adapter: AdapterName;
  readonly options: SourceOptions | 0;
  readonly payload?: { readonly type: Type; readonly definitions: TypeDefinitions };
};

/** What a row uses of the application. */
export type BindContext = {
  readonly types: TypeDefinitions;
  /** Whether it has `app.api.cors`, which a route without CORS must turn off. */
  readonly hasCors: boolean;
};

// The part of the manifest that a kind makes, and values that several parts use.

/** Without the properties to which several kinds contribute. */
type PartName = Exclude<keyof Manifest, 'version' | 'schemas'>;

/** One property of the manifest. */
type ManifestPart = {
  [Name in PartName]: {
    readonly name: Name;
    /** For facts without errors; anything else is a bug and throws. */
    readonly build: (facts: AppFacts) => Manifest[Name];
    readonly schema: JsonSchema;
    /** True when the property is absent in the manifest of an application without such declarations. */
    readonly isOptional?: true;
  };
}[PartName];

/** A place in the source, as the manifest has it. */
export function positionOf({ file, line, column }: SourceSpan): SourcePosition {
  return { file, line, column };
}

/** The schema of such a place, `#/definitions/position`. */
export const POSITION_SCHEMA: JsonSchema = {
  description: 'Where a declaration stands in the source.',
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
