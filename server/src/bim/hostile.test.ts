import fs from 'node:fs'
import path from 'node:path'
import { listVariants } from '@plumbline/contract/bim/bim'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { refusal } from '../../test/client.ts'
import { makeOwner } from '../../test/make.ts'
import { isLong } from '../../test/size.ts'
import { sendModel, waitUntilProcessed } from '../../test/upload.ts'

/**
 * Uploads broken and malicious models: each ends in a refusal, FAILED or a warning, and the server keeps running. The
 * files are development data outside of the repository; without them the suite is skipped with a warning.
 */

const folder = path.join(import.meta.dirname, '../../../../shared/hostile')
const present = fs.existsSync(folder)
if (!present) console.warn('hostile.test.ts: ../shared/hostile is missing, its files are not tested')

type End = 'ACCEPT' | 'REJECT' | 'FAIL' | 'WARN'
const ends: [file: string, end: End][] = [
  ['ok-wall.ifc', 'ACCEPT'],
  ['empty.ifc', 'REJECT'],
  ['wrong-header.ifc', 'REJECT'],
  ['binary.ifc', 'REJECT'],
  ['cut-in-data.ifc', 'FAIL'],
  ['unknown-schema.ifc', 'FAIL'],
  ['open-string.ifc', 'FAIL'],
  ['dangling-reference.ifc', 'WARN'],
  ['placement-loop.ifc', 'WARN'],
  ['storey-loop.ifc', 'WARN'],
  ['deep-boolean-2500.ifc', 'WARN'],
  ['nan-point.ifc', 'WARN'],
  ['far-point.ifc', 'WARN'],
  ['broken-escape.ifc', 'WARN'],
  ['script-in-name.ifc', 'ACCEPT'],
  ['bomb-200MB.ifczip', 'FAIL'],
]
/** A short run uploads one file for each outcome; the converter's own tests cover the rest. */
const SHORT = ['ok-wall.ifc', 'empty.ifc', 'open-string.ifc', 'dangling-reference.ifc', 'bomb-200MB.ifczip']

const TECHNICAL =
  /stack|\bat \w+ \(|\/(tmp|work|home|root|var)\/|select |wasm|node_modules|undefined|\[object/i

describe.skipIf(!present)('Hostile models', () => {
  let app: TestApp
  let owner: Awaited<ReturnType<typeof makeOwner>>
  beforeAll(async () => {
    app = await startApp({ CONVERT_PARALLEL: '2', CONVERT_MEMORY_MB: '2000', CONVERT_SECONDS: '120' })
    owner = await makeOwner(app)
  })
  afterAll(() => app.close())

  test.each(isLong ? ends : ends.filter(([file]) => SHORT.includes(file)))(
    '%s ends in %s',
    async (file, end) => {
      const bytes = fs.readFileSync(path.join(folder, file))
      const { client, project } = owner
      if (bytes.length === 0) {
        const refused = await refusal(sendModel(client, project.id, file, bytes))
        expect([refused.status, refused.body.message]).toEqual([422, 'The file is empty'])
        return
      }
      const sent = await sendModel(client, project.id, file, bytes)
      if (sent.status >= 400) {
        expect(['REJECT', 'FAIL', 'WARN']).toContain(end)
        expect([400, 413, 415, 422]).toContain(sent.status)
        expect(sent.body.message).toMatch(/^[A-Z].{10,}/)
        expect(sent.body.message).not.toMatch(TECHNICAL)
        const params = { id: project.id, headerId: sent.headerId }
        expect(await client.call(listVariants, { params })).toEqual([])
        return
      }
      expect(end).not.toBe('REJECT')
      const variant = await waitUntilProcessed(client, project.id, sent)
      if (end === 'ACCEPT') {
        expect(variant.error).toBe(null)
        expect(variant.state).toBe('COMPLETED')
      }
      if (end === 'FAIL') expect(variant.state).toBe('FAILED')
      if (end === 'WARN' && variant.state === 'COMPLETED')
        expect(variant.warnings.length + variant.not_shown).toBeGreaterThan(0)
      const messages = [
        variant.error?.message,
        variant.error?.hint,
        ...variant.warnings.map((warning) => warning.message),
      ]
      for (const sentence of messages.filter((text) => text !== undefined)) {
        expect(sentence).toMatch(/^[A-Z0-9].{10,}/)
        expect(sentence).not.toMatch(TECHNICAL)
      }
    },
  )

  test('They leave no files behind, and the server still answers', async () => {
    expect((await owner.client.send('GET', '/readyz')).body).toMatchObject({ status: 'ready' })
    const left = ['work', 'uploads'].flatMap((name) => {
      const at = path.join(app.dataDir, name)
      return fs.existsSync(at) ? fs.readdirSync(at) : []
    })
    expect(left).toEqual([])
  })
})
