import fs from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildPictureBomb, hostileArchives } from '../generate/hostile.ts'
import {
  buildMarkupXml,
  buildVersionEntry,
  buildVisualizationInfoXml,
  OTHER_GUID,
  TOPIC_FOLDER,
} from '../generate/small.ts'
import { generateProject, generateTopics } from '../generate/topics.ts'
import { buildRawZip } from '../generate/zip.ts'
import { BcfError, bcfErrors } from '../src/errors.ts'
import { openBcf } from '../src/open.ts'
import { ZipWriter } from '../src/write/zip.ts'
import { writeBcf } from '../src/write.ts'
import { collectTopics, readWholeArchive } from './archives.ts'

const refused = async (reading: Promise<unknown>): Promise<BcfError> => {
  const error = await reading.then(
    () => undefined,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(BcfError)
  return error as BcfError
}

describe('hostile archives', () => {
  test.each(hostileArchives)('$name is rejected with $code', async ({ code, bytes, limits }) => {
    const error = await refused(readWholeArchive(bytes(), limits))
    expect(error.code).toBe(code)
    expect(Object.keys(error.values).sort()).toEqual([...bcfErrors[code]].sort())
    // values in messages contain no control characters and have a limited length
    for (const value of Object.values(error.values)) expect(String(value)).toMatch(/^\P{Cc}{0,200}$/u)
  })

  test('a decompression bomb in a picture is stopped while it is read', async () => {
    const archive = await openBcf(buildPictureBomb())
    const [topic] = await collectTopics(archive)
    const error = await refused(buffer(archive.read(topic!.viewpoints[0]!.snapshot!)))
    expect(error).toMatchObject({ code: 'BOMB' })
  })

  test('as many versions as an archive can have entries are rejected', async () => {
    const zip = new ZipWriter()
    const parts: Buffer[] = []
    for (let at = 0; at < 150_000; at++)
      for await (const part of zip.file(`${at}/bcf.version`, () => Buffer.alloc(0))) parts.push(part)
    parts.push(...zip.end())
    expect(await refused(openBcf(Buffer.concat(parts)))).toMatchObject({ code: 'SEVERAL_VERSIONS' })
  })

  test('every error code is covered by an archive', () => {
    const tried = new Set(hostileArchives.map(({ code }) => code))
    expect(Object.keys(bcfErrors).filter((code) => code !== 'BOMB' && !tried.has(code as never))).toEqual([])
  })
})

describe('corrupted archives', () => {
  const whole = buffer(
    writeBcf(
      '3.0',
      generateProject(),
      generateTopics({ topics: 3, snapshot: 40, comments: 2, viewpoints: 2 }),
    ),
  )

  test('truncated at any position are rejected', async () => {
    const bytes = await whole
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        await refused(readWholeArchive(bytes.subarray(0, length)))
      }),
      { numRuns: 60 },
    )
  })

  test('with modified bytes are read or rejected', async () => {
    const bytes = await whole
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const changed = Buffer.from(bytes)
        for (const [at, by] of changes) changed[at] = (changed[at] ?? 0) ^ by
        await readWholeArchive(changed).catch((error) => expect(error).toBeInstanceOf(BcfError))
      }),
      { numRuns: 120 },
    )
  })
})

describe('malformed documents', () => {
  const view = '<Components><Selection><Component IfcGuid="1E8YkwPMfB$h99jtn_uAjI"/></Selection></Components>'
  const good = [
    ['bcf.version', buildVersionEntry().data as string],
    [
      `${TOPIC_FOLDER}markup.bcf`,
      buildMarkupXml(
        '<Labels>a</Labels>',
        `<Viewpoints Guid="${OTHER_GUID}"><Viewpoint>v.bcfv</Viewpoint></Viewpoints>`,
      ),
    ],
    [
      `${TOPIC_FOLDER}v.bcfv`,
      buildVisualizationInfoXml(
        `${view}<PerspectiveCamera><CameraViewPoint/><FieldOfView>60</FieldOfView></PerspectiveCamera>`,
      ),
    ],
    [
      'project.bcfp',
      '<ProjectExtension><Project ProjectId="a"/><ExtensionSchema>extensions.xsd</ExtensionSchema></ProjectExtension>',
    ],
    ['extensions.xsd', '<xs:schema><xs:redefine><xs:simpleType name="Priority"/></xs:redefine></xs:schema>'],
  ] as const
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '&#0;',
      '<!DOCTYPE a>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '<?xml?>',
      '\ufeff',
      '\0',
      '</Topic>',
      'xmlns=""',
      '\ud800',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )

  test('are read or rejected', async () => {
    const change = fc.record({ which: fc.nat(good.length - 1), at: fc.nat(600), cut: fc.nat(20), piece })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const texts = good.map(([, text]) => text as string)
        for (const { which, at, cut, piece: put } of changes) {
          const text = texts[which] as string
          texts[which] = text.slice(0, at % text.length) + put + text.slice((at % text.length) + cut)
        }
        const bytes = buildRawZip(good.map(([name], at) => ({ name, data: texts[at] as string })))
        await readWholeArchive(bytes).catch((error) => expect(error).toBeInstanceOf(BcfError))
      }),
      { numRuns: 300 },
    )
  })
})

const folder = path.join(import.meta.dirname, '../../../shared/hostile')
const present = fs.existsSync(folder)
if (!present) console.warn('Skipped: the shared hostile files are missing (../shared/hostile)')

describe.skipIf(!present)('hostile files from the shared collection', () => {
  test.each([
    ['slip.bcfzip', 'LEADS_OUT'],
    ['xxe.bcfzip', 'DOCTYPE'],
    ['laughs.bcfzip', 'DOCTYPE'],
    ['no-version.bcfzip', 'NO_VERSION'],
  ])('%s is rejected with %s', async (file, code) => {
    expect((await refused(readWholeArchive(path.join(folder, file)))).code).toBe(code)
  })

  test('ok-topic.bcfzip is read', async () => {
    const { archive, topics } = await readWholeArchive(path.join(folder, 'ok-topic.bcfzip'))
    expect(archive.version).toBe('2.1')
    expect(archive.warnings).toEqual([])
    expect(topics).toMatchObject([
      {
        guid: '739579ab-6e10-4891-a372-59d89f1befe3',
        title: 'Control topic',
        priority: 'High',
        comments: [{ comment: 'Please move the duct' }],
        viewpoints: [{ guid: '56c33540-9127-4274-a3bc-57fb6b1879be' }],
      },
    ])
    expect(topics[0]!.viewpoints[0]!.snapshot).toBe('739579ab-6e10-4891-a372-59d89f1befe3/snapshot.png')
  })
})
