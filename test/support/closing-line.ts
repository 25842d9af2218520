// A vitest reporter that ends the run with `N passed, N failed`, the line that CI reads.
import type { Reporter, TestModule } from 'vitest/node';
import { sampleText } from './sample.js';

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    // Printed after the default reporter's summary, which is written in the same tick.
    process.once('exit', () => {
      const tail = skipped > 0 ? `, ${skipped} skipped` : '';
      process.stdout.write(`${sampleText}\n${passed} passed, ${failed} failed${tail}\n`);
    });
  }
}
