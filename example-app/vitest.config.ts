// With the plugin, a test can import the application, and `vitest --watch` knows which files the application consists of.
import { framework } from 'framework/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [framework()] });
