// Finds the types that a module itself declares and exports. Re-exports are looked up elsewhere.
import { addTo, valueFor } from '../groups.js';
import { NAMESPACE } from '../facts/scan-imports.js';
import type { ModuleRecord } from '../facts/module-record.js';
import type { ClassDeclaration, ModuleItem, TsEnumDeclaration } from '../syntax/tree.js';
import {
  contextOf,
  declarationOf,
  namespaceOf,
  typeNode,
  type AliasNode,
  type EntityName,
  type InterfaceNode,
  type NamespaceNode,
  type TypeNode,
} from './type-node.js';

/** TypeScript merges interfaces with the same name, so there may be several nodes. */
export type DeclaredType =
  | { readonly kind: 'interface'; readonly nodes: InterfaceNode[]; readonly context: number }
  | { readonly kind: 'alias'; readonly node: AliasNode; readonly context: number }
  /** `declare enum`. An enum without `declare` is also a value and is looked up as a value. */
  | { readonly kind: 'enum'; readonly nodes: TsEnumDeclaration[]; readonly context: number }
  /** `declare class`, together with the interfaces of the same name that TypeScript merges into it. */
  | { readonly kind: 'class'; readonly node: ClassDeclaration; readonly context: number };

/** `export { A as B }` and `export { A as B } from './c'`, including exports of types. */
export type ExportedType = { readonly name: string; readonly specifier: string | undefined };

export type DeclaredNames = {
  readonly types: ReadonlyMap<string, DeclaredType>;
  /** TypeScript also merges namespaces with the same name. */
  readonly namespaces: ReadonlyMap<string, readonly NamespaceNode[]>;
  /** `import A = N.B`. */
  readonly equals: ReadonlyMap<string, EntityName>;
  /** `declare const c: C`. */
  readonly constants: ReadonlyMap<string, DeclaredConstant>;
  readonly exported: ReadonlyMap<string, ExportedType>;
  /** Specifiers of `export type * from`. */
  readonly stars: readonly string[];
  /** The name of an `export default interface`, if it has one. */
  readonly defaultName: string | undefined;
  /** `declare module './x'`, with the types declared in it. */
  readonly augmented: readonly Augmentation[];
};

export type DeclaredConstant = {
  readonly kind: 'constant';
  readonly node: TypeNode;
  readonly context: number;
};

export type Augmentation = { readonly specifier: string; readonly names: readonly string[] };

const KNOWN = new WeakMap<ModuleRecord, DeclaredNames>();

export function declaredNames(record: ModuleRecord): DeclaredNames {
  return valueFor(KNOWN, record, () => readNames(record.typeItems));
}

function readNames(items: readonly ModuleItem[]): DeclaredNames {
  const types = new Map<string, DeclaredType>();
  const namespaces = new Map<string, NamespaceNode[]>();
  const equals = new Map<string, EntityName>();
  const constants = new Map<string, DeclaredConstant>();
  const exported = new Map<string, ExportedType>();
  const stars: string[] = [];
  const classes: ClassDeclaration[] = [];
  const augmented: Augmentation[] = [];
  let defaultName: string | undefined;
  for (const item of items) {
    const declared = declarationOf(item);
    if (declared && (declared.type !== 'TsEnumDeclaration' || declared.declare))
      add(types, declared);
    const namespace = namespaceOf(item);
    if (namespace) addTo(namespaces, namespace.id.value, namespace);
    const statement = item.type === 'ExportDeclaration' ? item.declaration : item;
    if (statement.type === 'TsImportEqualsDeclaration' && isEntity(statement.moduleRef))
      equals.set(statement.id.value, statement.moduleRef);
    for (const { id } of statement.type === 'VariableDeclaration' ? statement.declarations : []) {
      if (id.type !== 'Identifier') continue;
      const annotation = 'typeAnnotation' in id ? id.typeAnnotation : undefined;
      if (annotation?.type !== 'TsTypeAnnotation') continue;
      const node = typeNode(annotation.typeAnnotation);
      constants.set(id.value, { kind: 'constant', node, context: contextOf(id) });
    }
    if (statement.type === 'ClassDeclaration') classes.push(statement);
    if (declared && item.type === 'ExportDefaultDeclaration') defaultName = declared.id.value;
    if (item.type === 'ExportAllDeclaration' && 'typeOnly' in item) stars.push(item.source.value);
    if (item.type === 'TsModuleDeclaration' && item.id.type === 'StringLiteral')
      augmented.push({ specifier: item.id.value, names: namesIn(item) });
    if (item.type !== 'ExportNamedDeclaration') continue;
    for (const specifier of item.specifiers) {
      const from = item.source?.value;
      if (specifier.type === 'ExportNamespaceSpecifier')
        exported.set(specifier.name.value, { name: NAMESPACE, specifier: from });
      if (specifier.type !== 'ExportSpecifier') continue;
      const name = specifier.orig.value;
      exported.set((specifier.exported ?? specifier.orig).value, { name, specifier: from });
    }
  }
  for (const node of classes) {
    const context = contextOf(node.identifier);
    types.set(node.identifier.value, { kind: 'class', node, context });
  }
  return { types, namespaces, equals, constants, exported, stars, defaultName, augmented };
}

function namesIn({ body }: ModuleItem & { readonly type: 'TsModuleDeclaration' }): string[] {
  const items = body?.type === 'TsModuleBlock' ? body.body : [];
  return items.flatMap((item) => {
    const declared = declarationOf(item) ?? namespaceOf(item);
    return declared ? [declared.id.value] : [];
  });
}

type TypeDeclarationNode = InterfaceNode | AliasNode | TsEnumDeclaration;

function add(types: Map<string, DeclaredType>, node: TypeDeclarationNode): void {
  const name = node.id.value;
  const context = contextOf(node.id);
  const known = types.get(name);
  if (node.type === 'TsEnumDeclaration') {
    if (known?.kind === 'enum') known.nodes.push(node);
    else types.set(name, { kind: 'enum', nodes: [node], context });
    return;
  }
  if (node.type === 'TsTypeAliasDeclaration') types.set(name, { kind: 'alias', node, context });
  else if (known?.kind === 'interface') known.nodes.push(node);
  else types.set(name, { kind: 'interface', nodes: [node], context });
}

function isEntity(reference: object): reference is EntityName {
  return 'type' in reference && reference.type !== 'TsExternalModuleReference';
}
