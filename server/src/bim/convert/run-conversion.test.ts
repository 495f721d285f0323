import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, crc32 } from 'node:zlib'
import { generateBuilding } from '@plumbline/bim/generate/building'
import type { Manifest } from '@plumbline/bim/model'
import { decodeChunk } from '@plumbline/bim/pack'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { buildRawZip } from '../../../../bcf/generate/zip.ts'
import { atSize } from '../../../test/size.ts'
import { createProcessPool } from './child-process.ts'
import { type ConversionOptions, type ConversionResult, runConversion } from './run-conversion.ts'

let folder = ''
let counter = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('testFolder'), 'run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const buildings = new Map<string, Buffer>()
function building(storeys: number, bays_x = 2, bays_y = 2): Buffer {
  const size = { storeys, bays_x, bays_y }
  const name = JSON.stringify(size)
  const known = buildings.get(name)
  if (known) return known
  const pieces = generateBuilding({ ...size, discipline: 'architecture', version: 1, seed: 1 })
  const bytes = Buffer.from([...pieces].join(''))
  buildings.set(name, bytes)
  return bytes
}

/** Converts bytes into a new folder, returned as `out_dir`; `left` are its remaining entries. */
async function run(bytes: Uint8Array, changes: Partial<ConversionOptions> = {}) {
  const file = path.join(folder, `${++counter}.upload`)
  const out_dir = path.join(folder, `out-${counter}`)
  await writeFile(file, bytes)
  const options = {
    file,
    file_name: 'Tower.ifc',
    out_dir,
    attempt: 1,
    max_memory_mb: 3000,
    max_seconds: 60,
    ...changes,
  }
  const outcome: ConversionResult | Error = await runConversion(options).catch((error: Error) => error)
  return {
    outcome,
    out_dir,
    left: (await readdir(folder)).filter((name) => name.startsWith(`out-${counter}`)),
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // one that has ended stays in the list until somebody asks for its exit code
    return !existsSync('/proc/self') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function ok(outcome: ConversionResult | Error): ConversionResult {
  if (outcome instanceof Error) throw outcome
  return outcome
}

/** A zip archive; `claims`: false uncompressed size in its headers. */
const zip = (entries: { name: string; bytes: Uint8Array; claims?: number }[]): Buffer =>
  buildRawZip(
    entries.map(({ name, bytes, claims }) => ({
      name,
      data: Buffer.from(bytes),
      ...(claims === undefined ? {} : { size: claims }),
    })),
  )

describe('A conversion in a child process', () => {
  it('writes complete artefacts with compressed copies and reports progress', async () => {
    const reports: [string, number][] = []
    const { outcome, out_dir, left } = await run(building(1), {
      on_progress: (...each) => reports.push(each),
    })
    const result = ok(outcome)
    expect(left).toEqual([path.basename(out_dir)])
    const names = result.artefacts.map((artefact) => artefact.name)
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'structure.json',
        'props-0.json',
        'report.json',
        result.manifest.chunks[0]?.file,
      ]),
    )
    const files = await readdir(out_dir)
    for (const { name, bytes, compressed_bytes } of result.artefacts.filter(
      (each) => !each.name.endsWith('.png'),
    )) {
      const plain = await readFile(path.join(out_dir, name))
      const packed = await readFile(path.join(out_dir, `${name}.br`))
      expect([plain.length, packed.length]).toEqual([bytes, compressed_bytes])
      expect(brotliDecompressSync(packed).equals(plain)).toBe(true)
    }
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([])
    const manifest = JSON.parse(await readFile(path.join(out_dir, 'manifest.json'), 'utf8')) as Manifest
    expect(manifest).toEqual(result.manifest)
    const chunk = await decodeChunk(await readFile(path.join(out_dir, manifest.chunks[0]?.file ?? '')))
    expect(chunk.instances.count).toBe(manifest.chunks[0]?.instances)
    expect(result).toMatchObject({ schema: 'IFC4', warnings: [], not_shown: [], counts: manifest.counts })
    expect(reports.at(0)?.[0]).toBe('VALIDATE')
    expect(reports.map(([, progress]) => progress)).toEqual(
      reports.map(([, progress]) => progress).sort((a, b) => a - b),
    )
    expect(reports.at(-1)?.[1]).toBeGreaterThan(50)
  })

  it('uses the process of the pool, which then prepares the next one', async () => {
    const children = createProcessPool(3000)
    try {
      const [first, second] = [await run(building(1), { children }), await run(building(1), { children })]
      expect(ok(first.outcome).counts).toEqual(ok(second.outcome).counts)
    } finally {
      children.close()
    }
  })

  it('fails when its process cannot be started, and a pool starts another one then', async () => {
    const { execPath } = process
    process.execPath = path.join(folder, 'no such program')
    onTestFinished(() => {
      process.execPath = execPath
    })
    const children = createProcessPool(3000)
    onTestFinished(() => children.close())
    expect((await run(building(1), { children })).outcome).toMatchObject({ code: 'ENOENT' })
    process.execPath = execPath
    expect(ok((await run(building(1), { children })).outcome).counts).toBeDefined()
  })

  it.skipIf(process.platform === 'win32')(
    'ends with its server, also while its main thread is busy',
    async () => {
      const file = path.join(folder, 'endless.ifc')
      // whoever opens it waits for a writer
      execFileSync('mkfifo', [file])
      const start = {
        type: 'start',
        attempt: 1,
        file,
        file_name: 'endless.ifc',
        folder,
        max_unpacked_bytes: 1,
      }
      const server = `
      const { forkConversionProcess } = await import('${new URL('child-process.ts', import.meta.url)}')
      const child = forkConversionProcess(3000).process
      child.once('message', () => child.send(${JSON.stringify(start)}, () => {
        console.log(child.pid)
        process.kill(process.pid, 'SIGKILL')
      }))`
      const arguments_ = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', server]
      const { stdout } = spawnSync(process.execPath, arguments_, { encoding: 'utf8' })
      const pid = Number(stdout)
      expect(pid).toBeGreaterThan(0)
      onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
      await expect.poll(() => isAlive(pid)).toBe(false)
    },
  )

  it('replaces the output of an earlier attempt', async () => {
    const { out_dir } = await run(building(1))
    await writeFile(path.join(out_dir, 'old.txt'), 'old')
    ok((await run(building(1), { out_dir, attempt: 2 })).outcome)
    expect(await readdir(out_dir)).not.toContain('old.txt')
  })

  it('passes on the error of a file with its line and leaves no files', async () => {
    const cut = building(1)
    const { outcome, left } = await run(
      Buffer.concat([cut.subarray(0, 100_000), Buffer.from("'\nEND-ISO-10303-21;\n")]),
    )
    expect(outcome).toMatchObject({ name: 'ModelError', code: 'SYNTAX' })
    expect((outcome as unknown as { line: number }).line).toBeGreaterThan(100)
    expect(left).toEqual([])
  })

  it('stops on abort at any stage and leaves no files', async () => {
    const bytes = building(4, 8, 3)
    for (const stage of ['', 'VALIDATE', 'PARSE', 'GEOMETRY', 'TILES']) {
      const abort = new AbortController()
      const on_progress = (at: string) => {
        if (at === stage) abort.abort()
      }
      if (stage === '') abort.abort()
      const { outcome, left } = await run(bytes, { signal: abort.signal, on_progress })
      expect(outcome).toMatchObject({ code: 'STOPPED' })
      expect(left).toEqual([])
    }
  })

  it('ends with TIMED_OUT after the time limit', async () => {
    const { outcome, left } = await run(building(12, 12, 3), { max_seconds: 0.5 })
    expect(outcome).toMatchObject({ code: 'TIMED_OUT' })
    expect(left).toEqual([])
  })

  it('ends with OUT_OF_MEMORY above the memory limit', async () => {
    const { outcome, left } = await run(building(12, 12, 3), { max_memory_mb: 130 })
    expect(outcome).toMatchObject({ code: 'OUT_OF_MEMORY' })
    expect(left).toEqual([])
  })

  it('falls back to the second engine if the first one hangs', async () => {
    // A relation without its list sends the first engine round in a circle.
    const text = building(1).toString()
    const relation = /=(IFCRELAGGREGATES\([^;]*?),\(#\d+\)\);/.exec(text)
    const whole = text.replace(
      'ENDSEC;\nEND-ISO',
      `#9000001=${relation?.[1]},T3D(#12,$,$);\nENDSEC;\nEND-ISO`,
    )
    const { outcome } = await run(Buffer.from(whole), { max_stall_seconds: 1.5 })
    const result = ok(outcome)
    expect(result.warnings.map((warning) => warning.code)).toEqual(['WRONG_REFERENCE', 'SECOND_ENGINE'])
    expect(result.counts.with_geometry).toBeGreaterThan(200)
  })

  it('is retried without the first engine if the process dies', async () => {
    const children = createProcessPool(3000)
    const child = children.take()
    children.close()
    const doomed = { take: () => child, close: () => {} }
    const reports: number[] = []
    const on_progress = (_stage: string, progress: number) => {
      reports.push(progress)
      child.process.kill('SIGABRT')
    }
    const { outcome } = await run(building(1), { children: doomed, on_progress })
    expect(ok(outcome).warnings.map((warning) => warning.code)).toEqual(['SECOND_ENGINE'])
    expect(reports).toEqual([...reports].sort((a, b) => a - b))
  })

  it('ends with CRASHED if the process dies again', async () => {
    const { outcome, left } = await run(building(1), { max_memory_mb: 8000, file: '/nowhere/at/all.ifc' })
    expect(outcome).toMatchObject({ code: 'CRASHED' })
    expect(String((outcome as Error).message)).not.toContain('nowhere')
    expect(left).toEqual([])
  })
})

describe('Archives', () => {
  it('are unpacked to the only model in them, whatever its name', async () => {
    const archive = zip([
      { name: 'readme.txt', bytes: Buffer.from('hello') },
      { name: '__MACOSX/._tower.ifc', bytes: Buffer.from('shadow') },
      { name: 'some folder/tower.IFC', bytes: building(1) },
    ])
    const { outcome, out_dir } = await run(archive, { file_name: 'Tower.ifczip' })
    expect(ok(outcome).counts.elements).toBeGreaterThan(100)
    expect((await readdir(out_dir)).some((name) => /unpacked|tower|readme/i.test(name))).toBe(false)
  })

  const refused: [what: string, archive: () => Buffer, code: string][] = [
    [
      'An archive with a byte that is not what was packed',
      () => {
        const data = building(1)
        const broken = Buffer.from(data)
        const at = broken.indexOf('IFCCARTESIANPOINT((0.')
        broken[at + 'IFCCARTESIANPOINT(('.length] = 0x39
        return buildRawZip([{ name: 'a.ifc', data: broken, crc: crc32(data) }])
      },
      'ARCHIVE',
    ],
    [
      'An archive that is truncated',
      () => zip([{ name: 'a.ifc', bytes: building(1) }]).subarray(0, 5000),
      'ARCHIVE',
    ],
    ['An archive without a model', () => zip([{ name: 'a.txt', bytes: Buffer.from('hello') }]), 'ARCHIVE'],
    [
      'An archive of two models',
      () => zip(['a.ifc', 'b.ifc'].map((name) => ({ name, bytes: building(1) }))),
      'ARCHIVE',
    ],
    [
      'An archive in an archive',
      () => zip([{ name: 'a.ifc', bytes: zip([{ name: 'b.ifc', bytes: building(1) }]) }]),
      'ARCHIVE',
    ],
    [
      'An archive whose .ifc file is no model',
      () => zip([{ name: 'a.ifc', bytes: Buffer.from('hello') }]),
      'NOT_IFC',
    ],
    [
      'An archive with a path outside of it',
      () => zip([{ name: '../../evil.ifc', bytes: building(1) }]),
      'ARCHIVE',
    ],
    ['A zip bomb', () => zip([{ name: 'a.ifc', bytes: Buffer.alloc(80_000_000) }]), 'ARCHIVE_LIMIT'],
    [
      'A zip bomb with a false size',
      () => zip([{ name: 'a.ifc', bytes: Buffer.alloc(80_000_000), claims: 1000 }]),
      'ARCHIVE_LIMIT',
    ],
  ]
  // a short run converts every third file
  it.each(refused.filter((_, at) => at % atSize(1, 3) === 0))(
    '%s is refused',
    async (_what, archive, code) => {
      const { outcome, left } = await run(archive(), { file_name: 'Tower.ifczip' })
      expect(outcome).toMatchObject({ name: 'ModelError', code })
      expect(left).toEqual([])
      expect(existsSync(path.join(folder, '..', 'evil.ifc'))).toBe(false)
    },
  )

  it('are unpacked up to the byte limit', async () => {
    const archive = zip([{ name: 'a.ifc', bytes: building(1) }])
    const { outcome } = await run(archive, { max_unpacked_bytes: 100_000 })
    expect(outcome).toMatchObject({ code: 'ARCHIVE_LIMIT' })
  })
})

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<ifcXML xmlns="http://www.buildingsmart-tech.org/ifcXML/IFC4/Add2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<IfcProject id="p" GlobalId="0000000000000000000001" Name="House">
<RepresentationContexts><IfcGeometricRepresentationContext id="c" ContextType="Model" CoordinateSpaceDimension="3" Precision="1e-5"><WorldCoordinateSystem>
<IfcAxis2Placement3D id="a"><Location id="o" Coordinates="0 0 0"/></IfcAxis2Placement3D></WorldCoordinateSystem></IfcGeometricRepresentationContext></RepresentationContexts>
<UnitsInContext><Units><IfcSIUnit UnitType="lengthunit" Name="metre"/></Units></UnitsInContext></IfcProject>
<IfcWall id="w" GlobalId="0000000000000000000002" Name="Wall" PredefinedType="solidwall"><ObjectPlacement xsi:type="IfcLocalPlacement" id="l"><RelativePlacement><IfcAxis2Placement3D ref="a" xsi:nil="true"/></RelativePlacement></ObjectPlacement>
<Representation xsi:type="IfcProductDefinitionShape"><Representations><IfcShapeRepresentation RepresentationIdentifier="Body" RepresentationType="SweptSolid"><ContextOfItems ref="c" xsi:nil="true"/><Items>
<IfcExtrudedAreaSolid Depth="3"><SweptArea xsi:type="IfcRectangleProfileDef" ProfileType="area" XDim="4" YDim="0.3"/><ExtrudedDirection DirectionRatios="0 0 1"/></IfcExtrudedAreaSolid>
</Items></IfcShapeRepresentation></Representations></Representation></IfcWall>
</ifcXML>`

describe('ifcXML', () => {
  it('is converted, in an archive as well, and leaves no temporary file', async () => {
    for (const [bytes, file_name] of [
      [Buffer.from(XML), 'House.ifcxml'],
      [zip([{ name: 'House.ifcXML', bytes: Buffer.from(XML) }]), 'House.ifczip'],
    ] as const) {
      const { outcome, out_dir } = await run(bytes, { file_name })
      expect(ok(outcome).counts).toMatchObject({ elements: 1, with_geometry: 1 })
      const { box } = JSON.parse(await readFile(path.join(out_dir, 'manifest.json'), 'utf8')) as Manifest
      expect(box?.map((part) => Math.round(part * 100))).toEqual([-200, -15, 0, 200, 15, 300])
      expect((await readdir(out_dir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    }
  })

  const refused = [
    ['SYNTAX', XML.replace('</IfcProject>', '')],
    ['DOCTYPE', XML.replace('<ifcXML', '<!DOCTYPE x [<!ENTITY a "b">]><ifcXML')],
    ['UNKNOWN_SCHEMA', XML.replace('IFC4/Add2', 'IFC2x3')],
    ['NO_PROJECT', XML.replaceAll('IfcProject', 'IfcProjectLibrary')],
  ] as const
  it.each(refused.slice(0, atSize(refused.length, 2)))('ends with %s', async (code, xml) => {
    const { outcome, left } = await run(Buffer.from(xml), { file_name: 'House.ifcxml' })
    expect(outcome).toMatchObject({ name: 'ModelError', code })
    expect(left).toEqual([])
  })

  it('is limited by its size as IFC', async () => {
    const { outcome } = await run(Buffer.from(XML), { file_name: 'House.ifcxml', max_unpacked_bytes: 500 })
    expect(outcome).toMatchObject({ code: 'TOO_LARGE' })
  })
})
