// The plugin lets a test import the application, and tells `vitest --watch` which files it consists of.
import { framework } from 'framework/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [framework()] });
