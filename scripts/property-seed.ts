import { configureGlobal } from 'fast-check';

/**
 * The property tests of a commit try the same cases each time, so that a commit passes or fails for what it changed.
 * SEED=NUMBER tries others (CONTRIBUTING.md).
 */
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
