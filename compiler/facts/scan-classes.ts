// Scans classes: decorators with their members, and when each part of a class runs.
import { keyName, unwrap } from '../syntax/expressions.js';
import type { ClassMember, Decorator } from '../syntax/tree.js';
import type { ClassSite, Holder } from './module-record.js';
import { declares, scanDeclaringCall } from './scan-calls.js';
import { scanStandardDecorators } from './scan-lowered.js';
import { scanFunction } from './scan-patterns.js';
import { DEFERRED, visitLater, type Scan } from './scan.js';
import { noteMember } from './unknown-members.js';

export function scanClass(scan: Scan, site: ClassSite): void {
  const { node } = site;
  for (const decorator of node.decorators ?? []) {
    scanDecorator(scan, decorator, { class: site, member: undefined });
  }
  if (node.superClass) scan.visit(node.superClass);
  for (const member of node.body as readonly ClassMember[]) {
    // because swc's types leave out accessors
    for (const decorator of decoratorsOf(member)) {
      scanDecorator(scan, decorator, { class: site, member });
    }
    scanMember(scan, member, site);
  }
}

type Target = { readonly class: ClassSite; readonly member: ClassMember | undefined };

function scanDecorator(scan: Scan, decorator: Decorator, target: Target): void {
  const call = unwrap(decorator.expression);
  if (call.type === 'CallExpression' && declares(call)) {
    scan.uses.push({ kind: 'decorator', call, decorator, ...target, ...scan.moment });
    scanDeclaringCall(scan, call);
    return;
  }
  noteMember(scan, call, true);
  if (call.type !== 'CallExpression') scan.visit(decorator.expression);
  else scanDeclaringCall(scan, call);
}

function decoratorsOf(member: ClassMember): readonly Decorator[] {
  switch (member.type) {
    case 'ClassMethod':
    case 'PrivateMethod':
      return member.function.decorators ?? [];
    case 'ClassProperty':
    case 'PrivateProperty':
    case 'AutoAccessor':
      return member.decorators ?? [];
    default:
      return [];
  }
}

function scanMember(scan: Scan, member: ClassMember, site: ClassSite): void {
  switch (member.type) {
    case 'ClassMethod':
    case 'PrivateMethod':
      if (member.key.type === 'Computed') scan.visit(member.key.expression);
      scanFunction(scan, member.function.params, member.function.body);
      return;
    case 'Constructor':
      visitLater(scan, DEFERRED, [...member.params, member.body]); // because swc calls it FunctionBody now
      return;
    case 'ClassProperty':
    case 'PrivateProperty':
    case 'AutoAccessor':
      if (member.key.type === 'Computed') scan.visit(member.key.expression);
      if (!member.value) return;
      if (member.isStatic) scan.visit(member.value, memberHolder(member));
      else visitLater(scan, DEFERRED, [member.value]);
      return;
    case 'StaticBlock':
      scanStandardDecorators(scan, site, member.body);
      scan.visit(member.body);
      return;
    default:
  }
}

type Property = ClassMember & {
  readonly type: 'ClassProperty' | 'PrivateProperty' | 'AutoAccessor';
};

function memberHolder({ key }: Property): Holder | undefined {
  if (key.type === 'PrivateName') return undefined;
  const name = keyName(key);
  return name === undefined ? undefined : { name, at: key.span };
}
