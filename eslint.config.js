// Lint rules, and the direction of imports (design.md section 3): each folder may import only what stands above it.
import tseslint from 'typescript-eslint';

const layers = {
  'runtime/contract': [],
  runtime: [],
  compiler: ['runtime/contract'],
  transformers: ['runtime/contract', 'compiler'],
};
void layers;

export default tseslint.config(
  { ignores: ['dist/**', '**/node_modules/**', 'test/fixtures/**', 'test/conformance/*app/**', 'test/.tmp/**', '**/.framework/**', 'example-app/**'] },
  {
    files: ['{runtime,compiler,transformers,cli,test}/**/*.ts', '*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-params': ['error', 3],
      'no-console': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  { files: ['test/**/*.ts'], rules: { 'no-console': 'off', 'max-params': 'off' } },
);
