import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compareArchives } from '@plumbline/bcf/compare-archives'
import { type BcfArchive, openBcf } from '@plumbline/bcf/open'
import { listIssues } from '@plumbline/contract/issues/lists'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateArchive } from '../../bcf/test/archives.ts'
import { startApp, type TestApp } from './app.ts'
import { exportFile, importFile, previewFile } from './bcf-files.ts'
import { makeOwner } from './make.ts'

/** buildingSMART's test files, if present next to the repository. */

const folder = process.env.SHARED_BCF ?? path.join(import.meta.dirname, '../../../shared/bcf')
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.bcf')) : []

let app: TestApp
beforeAll(async () => {
  app = await startApp()
}, 60_000)
afterAll(() => app.close())

/** Differences between two archives, ignoring values that the server assigns: numbers, project and extensions. */
async function differences(before: BcfArchive, after: BcfArchive) {
  const found = await compareArchives(before, after)
  return found.filter(({ topic, path }) => topic !== undefined && path !== 'server_assigned_id')
}

describe.skipIf(files.length === 0)('A file of buildingSMART', () => {
  test.each(files)(
    '%s is imported, exported unchanged and imported again without a difference',
    async (name) => {
      const { client, project } = await makeOwner(app)
      const bytes = readFileSync(path.join(folder, name))
      const done = await importFile(client, project.id, bytes)
      expect(done).toMatchObject({ state: 'DONE', error: null })
      expect(done.outcomes.NEW).toBe(done.topics)
      const before = await openBcf(bytes)
      const version = before.version === '3.0' ? '3.0' : '2.1'
      const exported = await exportFile(app, client, project.id, version)
      expect(await differences(before, await openBcf(exported))).toEqual([])
      expect(await validateArchive(exported, version)).toEqual([])
      before.close()
      for (const again of [
        bytes,
        exported,
        await exportFile(app, client, project.id, version === '3.0' ? '2.1' : '3.0'),
      ])
        expect((await previewFile(client, project.id, again)).outcomes).toMatchObject({
          SAME: done.topics,
          NEW: 0,
        })
    },
  )
})

const hostile = path.join(folder, '../hostile')
const archives = existsSync(hostile) ? readdirSync(hostile).filter((name) => name.endsWith('.bcfzip')) : []
const isGood = (name: string) => name.startsWith('ok-')

describe.skipIf(archives.length === 0)('A malicious archive', () => {
  test.each(archives.filter((name) => !isGood(name)))('%s is refused with its own message', async (name) => {
    const { client, project } = await makeOwner(app)
    const failed = await previewFile(client, project.id, readFileSync(path.join(hostile, name)))
    expect(failed).toMatchObject({ state: 'FAILED', topics: 0 })
    expect(failed.error?.code).not.toBe('BCF_INTERNAL')
    const { items } = await client.call(listIssues, { params: { id: project.id }, query: {} })
    expect(items).toEqual([])
  })

  test.each(archives.filter(isGood))('The valid %s is imported', async (name) => {
    const { client, project } = await makeOwner(app)
    const done = await importFile(client, project.id, readFileSync(path.join(hostile, name)))
    expect(done).toMatchObject({ state: 'DONE', outcomes: { NEW: 1 } })
  })
})
