import { enableCompileCache } from 'node:module'

// threads do not inherit the compile cache and would compile the code again
enableCompileCache()
await import('./read-thread.ts')
