import { enableCompileCache } from 'node:module'

// the geometry engine's JavaScript is large: cache its compiled form between processes
enableCompileCache()
const { runConversionProcess } = await import('./convert-child.ts')
await runConversionProcess()
