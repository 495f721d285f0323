import { type Manifest, SHELL, type Structure } from '@plumbline/bim/model'
import { createDecoder } from '../src/decoder.ts'
import type { ModelSource } from '../src/model.ts'

// What needs no drawing library begins before that is here: the decoder's thread and the bytes of the first picture.
export const query = new URLSearchParams(location.search)
export const decoder = createDecoder()

interface Asked {
  source: ModelSource
  /** asks for the structure, which the first picture does not need */
  structure: () => Promise<Structure>
}

/** Asks for everything that the first picture needs at once. */
async function converted(folder: string): Promise<Asked> {
  const get = async (name: string, signal?: AbortSignal) => fetch(`/models/${folder}/${name}`, { signal })
  let shell: Promise<Response> | null = get(SHELL)
  const manifest: Manifest = await (await get('manifest.json')).json()
  const source: ModelSource = {
    id: folder,
    manifest,
    chunk: async (file, signal) => {
      const early = file === SHELL ? shell : null
      if (early) shell = null
      return new Uint8Array(await (await (early ?? get(file, signal))).arrayBuffer())
    },
  }
  return { source, structure: async () => (await get('structure.json')).json() }
}

export const sources = query.getAll('model').map(converted)
void import('./demo.ts')
