import { buffer } from 'node:stream/consumers'
import { writeBcf } from '@plumbline/bcf/write'
import { applyBcfImport, cancelBcfImport, startBcfImport } from '@plumbline/contract/bcf/bcf'
import { generateProject, generateTopics } from '../../bcf/generate/topics.ts'
import { untilState } from './bcf-files.ts'
import type { User } from './make.ts'
import type { World } from './world.ts'

/** Every write of BCF imports, in an order in which each succeeds. */
export function bcfFileWrites(world: () => World, user: () => User) {
  const id = () => world().ids.id as string
  const client = () => user().client
  let begun = ''
  const until = (state: 'READY' | 'DONE') => untilState(client(), { project_id: id(), id: begun }, [state])
  const runs: Record<string, () => Promise<unknown>> = {
    startBcfImport: async () => {
      const bytes = await buffer(
        writeBcf('3.0', generateProject(), generateTopics({ topics: 2, snapshot: 8 })),
      )
      const file = new Blob([new Uint8Array(bytes)])
      const input = { params: { id: id() }, query: { name: 'two.bcf' }, file }
      begun = (await client().call(startBcfImport, input as never)).id
      await until('READY')
    },
    applyBcfImport: async () => {
      const params = { id: id(), importId: begun }
      await client().call(applyBcfImport, { params, body: { known: 'MERGE' } })
      await until('DONE')
    },
    cancelBcfImport: () =>
      client().call(cancelBcfImport, { params: { id: id(), importId: world().ids.importId as string } }),
  }
  return Object.entries(runs).map(([name, run]) => ({ name, by: user, run }))
}
