import { vi } from 'vitest'

/**
 * Test files share a process, which keeps the libraries loaded. Resets our modules and globals, such as the language or a
 * stubbed `fetch`, so that nothing leaks into the next file.
 */
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
