// What the decorator of a view may be applied to (FW2021, FW2301 to FW2305, FW2312; specification 4.1).
import type { ViewNoun } from '../../declarations/kind.js';
import { code, type CatalogueEntry } from '../../diagnostics/diagnostic.js';

type ViewWord = { readonly noun: ViewNoun };
type OnMember = { readonly decorator: string };

export const conditionalView: CatalogueEntry<ViewWord & { readonly text: string }> = {
  code: 'FW2021',
  severity: 'error',
  title: 'A view is declared inside a function or a condition',
  message: ({ noun, text }) =>
    `The ${noun} ${code(text)} is declared inside a function, a condition or a loop, so it may never be declared, or may be declared more than once.`,
  hint: () => 'Move the declaration to the top level of its module.',
};

export const notAMethod: CatalogueEntry<OnMember & ViewWord & { readonly form: string }> = {
  code: 'FW2301',
  severity: 'error',
  title: 'A decorator is applied to something that is not a method',
  message: ({ noun, decorator, form }) =>
    `${code(`@${decorator}`)} is applied to ${form}; a ${noun} is a method with a body.`,
  hint: ({ decorator }) =>
    `Write ${code(`@${decorator}(...) name() { ... }`)} in a class, or call it: ${code(`export const name = ${decorator}(...)(() => ...)`)}.`,
};

export const privateMethod: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW2302',
  severity: 'error',
  title: 'A view is a private method',
  message: ({ name }) =>
    `${code(name)} is a private method, which cannot be called from outside its class.`,
  hint: ({ name }) => `Write ${code(name.replace(/^#/, ''))}.`,
};

export const computedName: CatalogueEntry<ViewWord> = {
  code: 'FW2303',
  severity: 'error',
  title: 'The name of a view is computed',
  message: ({ noun }) =>
    `The name of this ${noun} is computed, so it is not known without running the program.`,
  hint: () => 'Give the method a fixed name.',
};

export const notAFunction: CatalogueEntry<OnMember> = {
  code: 'FW2304',
  severity: 'error',
  title: 'A view is not a function of this project',
  message: ({ decorator }) =>
    `${code(`${decorator}(...)`)} is called with something that is not a function of this project.`,
  hint: ({ decorator }) =>
    `Write the function in the call: ${code(`export const name = ${decorator}(...)(() => ...)`)}.`,
};

export const unnamedView: CatalogueEntry<OnMember & ViewWord> = {
  code: 'FW2305',
  severity: 'error',
  title: 'A view has no name',
  message: ({ noun }) => `This ${noun} has no name.`,
  hint: ({ decorator }) =>
    `Assign it to a constant: ${code(`export const name = ${decorator}(...)(() => ...)`)}.`,
};

export const constructorParameter: CatalogueEntry<
  ViewWord & { readonly className: string | undefined; readonly parameter: string }
> = {
  code: 'FW2312',
  severity: 'error',
  title: 'A class of views cannot be constructed without arguments',
  message: ({ noun, className, parameter }) =>
    `The constructor of ${className === undefined ? 'this class' : code(className)} requires ${code(parameter)}; a class that declares ${noun}s is constructed without arguments.`,
  hint: ({ parameter }) =>
    `Give ${code(parameter)} a default value, or create its value at the top level of a module and use it from there.`,
};
