import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Modules of three's renderer that models and their overlays do not use, each with its replacement. */
const REPLACEMENTS: Record<string, string> = {
  // headsets
  'renderers/webxr/WebXRManager.js': `
import { EventDispatcher } from '../../core/EventDispatcher.js'
export class WebXRManager extends EventDispatcher {
  enabled = false
  isPresenting = false
  getEnvironmentBlendMode() {}
  setAnimationLoop() {}
  dispose() {}
}`,
  // the GLSL of three's own materials: the viewer draws with RawShaderMaterial only
  'renderers/shaders/ShaderChunk.js': 'export const ShaderChunk = {}',
  'renderers/shaders/ShaderLib.js': 'export const ShaderLib = {}',
}

/**
 * Builds the viewer with three's source modules and leaves out the parts above: 36 of 187 kB less to load and parse.
 * `mesh-viewer.ts` and the GLTFLoader that it imports use three's materials and keep the package as published.
 */
export function slimThree(): Plugin {
  const source = path.join(path.dirname(fileURLToPath(import.meta.resolve('three'))), '../src')
  const needsWhole = /mesh-viewer\.ts$|[\\/]three[\\/](examples|build)[\\/]/
  return {
    name: 'slim-three',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const name of Object.keys(REPLACEMENTS))
        if (!existsSync(path.join(source, name))) this.error(`three no longer has src/${name}`)
    },
    resolveId: (id, importer) =>
      id === 'three' && !needsWhole.test(importer ?? '') ? path.join(source, 'Three.js') : null,
    load: (id) =>
      id.startsWith(source) ? REPLACEMENTS[path.relative(source, id).replaceAll('\\', '/')] : undefined,
  }
}
