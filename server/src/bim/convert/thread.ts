import { enableCompileCache } from 'node:module'

// Threads do not inherit this; without it each would strip and compile its code anew.
enableCompileCache()
await import('./read-thread.ts')
