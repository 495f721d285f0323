import { type Manifest, SHELL_FILE, type Structure } from '@plumbline/bim/model'
import { createDecoder } from '../src/decoder.ts'
import type { ModelSource } from '../src/model.ts'

// Starts before three.js has loaded: the decoder worker and the download of the first chunk.
export const query = new URLSearchParams(location.search)
export const decoder = createDecoder()

interface Asked {
  source: ModelSource
  /** fetches the structure, which the first frame does not need */
  structure: () => Promise<Structure>
}

/** Requests everything that the first frame needs, in parallel. `id` names the model in the viewer. */
export async function openConverted(folder: string, id = folder): Promise<Asked> {
  const get = async (name: string, signal?: AbortSignal) => fetch(`/models/${folder}/${name}`, { signal })
  // the server names it together with the version
  const shellFile = query.get('shell') ?? SHELL_FILE
  let shell: Promise<Response> | null = get(shellFile)
  const manifest: Manifest = await (await get('manifest.json')).json()
  const source: ModelSource = {
    id,
    manifest,
    chunk: async (file, signal) => {
      const early = file === shellFile ? shell : null
      if (early) shell = null
      return new Uint8Array(await (await (early ?? get(file, signal))).arrayBuffer())
    },
  }
  return { source, structure: async () => (await get('structure.json')).json() }
}

export const sources = query.getAll('model').map((folder) => openConverted(folder))
void import('./demo.ts')
