// The form of a kind of declaration. A new kind is a folder in `compiler/kinds/` and a line in its registry.
import type { AdapterName } from '../../runtime/contract/events.js';
import type { BoundFunction, PartView, SourceOptions } from '../../runtime/contract/binding.js';
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { JsonSchema } from '../values/decoded.js';
import type { Option } from '../values/options.js';
import type { StaticText, StaticValue } from '../values/static-value.js';
import type { AppFacts, ViewDeclaration } from './app-facts.js';
import type { BoundInputs } from './bound-inputs.js';
import type { Type, TypeDefinitions } from './declared-type.js';
import type { ManifestPart } from './manifest-part.js';

/** A pure function from the facts of an application to the problems it finds in them. */
export type Rule = (facts: AppFacts) => readonly Diagnostic[];

export type Kind = {
  /** Members of the application that belong to it, as the source calls them. */
  readonly members: readonly string[];
  /** Exported classes whose `new` is a value of its options. */
  readonly classes: readonly string[];
  /** Exported functions whose call is a value of its options. */
  readonly makers?: readonly string[];
  /** By how the source writes the object of options or the setting. */
  readonly options: Readonly<Record<string, Readonly<Record<string, Option<unknown>>>>>;
  readonly rules: readonly Rule[];
  /** Every problem that it reports. */
  readonly catalogue: readonly CatalogueEntry<never>[];
  /** Its part of the manifest; undefined when other kinds write it. */
  readonly manifest?: ManifestPart;
  /** The schemas that others refer to by name. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
};

/** A view answers requests; a function is one of the cloud by itself. */
export type ViewNoun = 'view' | 'function';

/** What stands before a path, and the texts that it is joined of, from the outside in. */
export type Prefix = { readonly urlPrefix: string; readonly pieces: readonly StaticText[] };

/** A kind that is declared on a view, by a decorator or by a call: `app.route(...)`. */
export type ViewKind = Kind & {
  /** The member of the application that is called. */
  readonly member: string;
  /** What people call what it declares. */
  readonly noun: ViewNoun;
  /** A declaration, as hints write it: `app.route('/')`. */
  readonly example: string;
  /** How many arguments stand before the options. */
  readonly leading: number;
  /** False when an argument before the options is not static. That is reported, and other findings are not. */
  readonly isKnown: (view: ViewDeclaration) => boolean;
  /** The name that the options give; it stands in for the name of the method or variable. */
  readonly givenName: (view: ViewDeclaration) => string | undefined;
  /** The function of the cloud that calls the view; undefined when it is not known. */
  readonly functionOf: (view: ViewDeclaration) => string | undefined;
  /** The names of parameters whose types are read, because they say what the view takes; undefined when there are none. */
  readonly inputNames?: (view: ViewDeclaration) => readonly string[];
  /**
   * The arguments before the options of a view of a blueprint, at a place with that prefix of paths, which is made of `pieces`;
   * undefined when they do not change.
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
  /** The part of the row that binds the view; undefined when the declaration is a mistake. */
  readonly bind: (view: ViewDeclaration, around: BindContext) => BoundRow | undefined;
};

/** How the first parameter of a function for events is read. */
export type EventReading = {
  /** The exported types that fit; one of them is read in a union, because a function may have several sources. */
  readonly types: readonly string[];
  /** True when a type with any other name is read too. */
  readonly isWhole?: true;
};

/** The row of a view that routes lead to, or of one that is a function of the cloud by itself. */
export type BoundRow =
  | { readonly view: PartView; readonly inputs?: BoundInputs }
  | { readonly function: BoundFunction; readonly source?: BoundEvents };

/** A source of events of a function, and the type of the payload that is checked. */
export type BoundEvents = {
  readonly name: string;
  readonly adapter: AdapterName;
  readonly options: SourceOptions | 0;
  readonly payload?: { readonly type: Type; readonly definitions: TypeDefinitions };
};

/** What a row needs to know of the application. */
export type BindContext = { readonly types: TypeDefinitions };
