import type { Manifest, Structure } from '@plumbline/bim/model'
import { createDecoder } from '../src/decoder.ts'
import type { ModelSource } from '../src/model.ts'

// What needs no drawing library begins before that is here: the decoder's thread and the bytes of the first picture.
export const query = new URLSearchParams(location.search)
export const decoder = createDecoder()

/** Asks for everything that the first picture needs at once; the structure may come after it. */
async function converted(folder: string): Promise<ModelSource> {
  const get = async (name: string, signal?: AbortSignal) => fetch(`/models/${folder}/${name}`, { signal })
  const shell = get('chunk-0.pack')
  const structure = get('structure.json')
  const manifest: Manifest = await (await get('manifest.json')).json()
  return {
    id: folder,
    manifest,
    structure: structure.then((response): Promise<Structure> => response.json()),
    chunk: async (file, signal) =>
      new Uint8Array(await (await (file === 'chunk-0.pack' ? shell : get(file, signal))).arrayBuffer()),
  }
}

export const sources = query.getAll('model').map(converted)
void import('./demo.ts')
