import { enableCompileCache } from 'node:module'

// The geometry engine's JavaScript is large; its compiled form is kept between processes.
enableCompileCache()
const { runConversionProcess } = await import('./convert-child.ts')
await runConversionProcess()
