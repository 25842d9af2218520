// The extensions that a kind of source adds to commands. Every run of the program loads the descriptions of the extensions; the
// code is loaded only by the command that uses it.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { CommandSpec, OptionSpec } from '../../program/command.js';
import type { FunctionOutcome } from '../gateway/index.js';
import type { LocalSource, SourceKind, LocalKind, SampleEvents } from './local-kind.js';

export type SourceCommands = {
  readonly explain?: SourceExplanation;
  readonly local?: SourceRunning;
};

/** Extends `framework explain` with an argument that is not an error code. */
export type SourceExplanation = {
  readonly isMeant: (typed: string) => boolean;
  readonly description: string;
  /** What the argument can be instead of an error code, for the help. */
  readonly argument: string;
  readonly options: CommandSpec['options'];
  readonly example: CommandSpec['examples'][number];
  readonly load: () => Promise<Explain>;
};

/** `optionOf` returns the value of a string option; undefined if the option is absent. */
export type Explain = (typed: string, optionOf: (name: string) => string | undefined) => Explained;

export type Explained =
  | { readonly kind: 'wrong'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'explained'; readonly text: string; readonly document: object };

/** An option of `framework local` that runs functions even though no service sends them events. */
export type SourceRunning = {
  readonly option: string;
  readonly spec: OptionSpec;
  readonly load: () => Promise<StartRunner>;
};

/** `print` receives a line without its line break, and `onRun` the outcome of each run. */
export type StartRunner = (
  print: (line: string) => void,
  onRun: (run: Run) => void,
) => SourceRunner;

export type SourceRunner = {
  /** From now on, runs the functions of this build instead of the functions of the previous build. */
  readonly follow: (served: ServedFunctions | undefined) => void;
  readonly stop: () => void;
};

export type ServedFunctions = {
  readonly sources: readonly LocalSource[];
  readonly call: (name: string, event: unknown) => Promise<FunctionOutcome>;
};

export type Run = {
  readonly name: string;
  readonly kind: SourceKind;
  /** The title of the event source: `queue orders`. */
  readonly title: string;
  readonly event: unknown;
  readonly outcome: FunctionOutcome;
  /** When the run began, in milliseconds since 1970. */
  readonly time: number;
  readonly milliseconds: number;
};

export type SourceTable = {
  readonly kinds: { readonly [Kind in SourceKind]: LocalKind<Kind> };
  readonly commands: readonly SourceCommands[];
  readonly samples: SampleEvents;
};
