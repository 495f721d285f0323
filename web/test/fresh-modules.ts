import { vi } from 'vitest'

/**
 * Test files share a process, which keeps the libraries loaded. What one of them left in our modules or in globals, such as the
 * language or a stubbed `fetch`, is gone for the next.
 */
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
