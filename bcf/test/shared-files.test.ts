import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareArchives } from '../src/compare-archives.ts'
import { openBcf } from '../src/open.ts'
import { collectTopics, rewriteArchive, validateArchive } from './archives.ts'

/** Files of other programs, if the shared collection is present. */

const folder = path.join(import.meta.dirname, '../../../shared/bcf')
const present = fs.existsSync(folder)
if (!present) console.warn('Skipped: the files of other programs are missing (../shared/bcf)')
const files = present ? fs.readdirSync(folder).filter((name) => /\.bcf(zip)?$/.test(name)) : []

describe.skipIf(!present)('files of other programs', () => {
  test.each(files)('%s is equivalent after it is written again', async (name) => {
    const archive = await openBcf(path.join(folder, name))
    expect((await collectTopics(archive)).length).toBe(archive.topicCount)
    expect(archive.topicCount).toBeGreaterThan(0)
    expect(archive.warnings.filter(({ code }) => code !== 'EMPTY')).toEqual([])
    for (const version of ['2.1', '3.0'] as const) {
      const bytes = await rewriteArchive(archive, version)
      expect(await validateArchive(bytes, version)).toEqual([])
      const again = await openBcf(bytes)
      expect(again.version).toBe(version)
      expect(await compareArchives(archive, again)).toEqual([])
    }
    archive.close()
  })
})
