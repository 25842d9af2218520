// Calls and reads of members as the analysis sees them, and the place they stand in.
import type { LoadedModule } from '../../facts/module-graph.js';
import type { Span } from '../../syntax/tree.js';
import type { Node } from './values/value-graph.js';
import type { ClassParts, FunctionToken, ObjectToken, Token } from './values/token.js';

/** Where an expression stands: its module, the function around it, what `this` is. */
export type Place = {
  readonly module: LoadedModule;
  readonly inside: FunctionToken | undefined;
  readonly self: Node;
  /** What `super` means. */
  readonly base: Base | undefined;
  /** The objects of the `with` statements around it, whose members are names here. */
  readonly within?: readonly Node[];
};

/** What a class extends: what `super(...)` calls, and where `super.x` is found. */
export type Base = { readonly made: Node; readonly members: Node };

export type Call = {
  readonly place: Place;
  readonly at: Span;
  readonly isNew: boolean;
  /** The method that is called. */
  readonly name?: string | undefined;
  readonly self: Node | undefined;
  readonly args: readonly Node[];
  /** The values of a spread, which any parameter may get. */
  readonly spread: Node | undefined;
  readonly result: Node;
  /** Values of the callee that the call names itself, so that a use of theirs has the input of this call. */
  readonly direct: Set<Token>;
  /** Objects that the call makes, one of each kind. */
  readonly makes: Map<string, ObjectToken>;
  /** Classes of which it runs the constructors: a class may extend itself by way of a function that makes classes. */
  readonly constructed: Set<ClassParts>;
};

/** A member that is asked for. */
export type Access = {
  /** Its name; undefined when that is not known. */
  readonly name: string | undefined;
  readonly at: Span;
  readonly place: Place;
  /** The call of it. */
  readonly call: Call | undefined;
  readonly result: Node;
  /** True without `?.`: of `undefined` the program ends there. */
  readonly isStrict?: boolean;
  /** True when a pattern reads it, so that it is used where its new name is used. */
  readonly isTaken?: boolean;
  /** Objects that were searched, because inheritance may have a circle. */
  readonly searched: Set<Node>;
};
