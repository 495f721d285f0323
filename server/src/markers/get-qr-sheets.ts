import { buffer } from 'node:stream/consumers'
import type * as api from '@plumbline/contract/markers/markers'
import type { QrMarker } from '@plumbline/contract/markers/markers'
import { largestCode, type Paper } from '@plumbline/contract/markers/markers.rules'
import { fillSentence } from '@plumbline/contract/sentences'
import sharp from 'sharp'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { runWork, streamWork } from '../loop/threads.ts'
import type { PlaceNames, SheetsInput } from './draw-sheets.ts'
import { ensureMarkers, liveMarkers, MOST, type Place, shown } from './markers.ts'
import { type PrintedMarker, qrSvg } from './sheet.ts'

const SIZE_MM = 150
const PNG_DPI = 200
/** So few codes are drawn sooner than a thread is woken. */
const FEW_CODES = 8

type Query = Input<typeof api.getQrSheets>['query']
interface Named {
  id: string
  name: string
}
/** What the markers of a project are called after. */
interface Names {
  project: string
  levels: Map<string, Named & { elevation_m: number }>
  sections: Map<string, Named>
}

async function readNames(ctx: ProjectCtx): Promise<Names> {
  const { project_id } = ctx.member
  const { name } = await ctx.tx
    .selectFrom('projects')
    .select('name')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const levels = await ctx.tx
    .selectFrom('levels')
    .select(['id', 'name', 'elevation_m'])
    .where('project_id', '=', project_id)
    .orderBy('elevation_m')
    .execute()
  const sections = await ctx.tx
    .selectFrom('sections')
    .select(['id', 'name'])
    .where('project_id', '=', project_id)
    .orderBy('order')
    .execute()
  return {
    project: name,
    levels: new Map(levels.map((level) => [level.id, level])),
    sections: new Map(sections.map((section) => [section.id, section])),
  }
}

/** The places that a query is about: itself first, and without one the project with all its levels and sections. */
function placesOf({ level_id, section_id, marker_id }: Query, { levels, sections }: Names) {
  if (marker_id) return []
  if ((level_id && !levels.has(level_id)) || (section_id && !sections.has(section_id)))
    throw new Refusal('not_found')
  const place = (level: string | null, section: string | null) => ({
    level_id: level,
    section_id: section,
    elevation_m: level ? (levels.get(level)?.elevation_m ?? 0) : 0,
  })
  const own = place(level_id ?? null, section_id ?? null)
  if (level_id || section_id) return [own]
  return [
    own,
    ...[...levels.keys()].map((id) => place(id, null)),
    ...[...sections.keys()].map((id) => place(null, id)),
  ]
}

/** The markers asked for, that of the place itself first, and all of the project for their neighbours. */
async function readMarkers(ctx: ProjectCtx, query: Query, names: Names) {
  await ensureMarkers(ctx, placesOf(query, names))
  const rows = await liveMarkers(ctx.tx, ctx.member.project_id).orderBy('created_at').limit(MOST).execute()
  const nameOf = ({ level_id, section_id }: Place) =>
    (section_id && names.sections.get(section_id)?.name) ||
    (level_id && names.levels.get(level_id)?.name) ||
    names.project
  const all = rows.map((row): PrintedMarker => {
    const url = `${ctx.config.publicUrl}/q/${row.id}`
    const label = row.label || nameOf(row)
    return { ...shown(row), label, size_mm: query.size_mm ?? SIZE_MM, url }
  })
  const wanted = all.filter(
    (marker) =>
      (!query.marker_id || marker.id === query.marker_id) &&
      (!query.level_id || marker.level_id === query.level_id) &&
      (!query.section_id || marker.section_id === query.section_id),
  )
  const isOwn = (marker: PrintedMarker) =>
    marker.automatic &&
    marker.level_id === (query.level_id ?? null) &&
    marker.section_id === (query.section_id ?? null)
  const markers = wanted.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
  if (markers.length === 0) throw new Refusal('not_found')
  return { markers, all }
}

function attached(type: string, name: string, body: BytesReply['body']): BytesReply {
  return { body, type, headers: { 'content-disposition': `attachment; filename="${name}"` } }
}

const inThread = (ctx: ProjectCtx, input: SheetsInput) => ({
  module: new URL('./draw-sheets.ts', import.meta.url),
  input,
  by: ctx.actor.user_id,
  signal: ctx.http.signal,
})

async function withCodes(ctx: ProjectCtx, markers: PrintedMarker[]): Promise<QrMarker[]> {
  const urls = markers.map(({ url }) => url)
  const codes =
    urls.length <= FEW_CODES
      ? urls.map(qrSvg)
      : (await runWork<string[]>(inThread(ctx, { as: 'codes', urls }))).flat()
  return markers.map((marker, index) => ({ ...marker, svg: codes[index] ?? '' }))
}

const namesFor = ({ project, levels, sections }: Names): PlaceNames => ({
  project,
  levels: new Map([...levels].map(([id, { name }]) => [id, name])),
  sections: new Map([...sections].map(([id, { name }]) => [id, name])),
})

/** Markers as JSON, or their sheets as a file. */
export async function getQrSheets(ctx: ProjectCtx, { query }: Input<typeof api.getQrSheets>) {
  const { project_id } = ctx.member
  const paper: Paper = query.paper ?? 'A4'
  const size_mm = query.size_mm ?? SIZE_MM
  if (size_mm > largestCode(paper))
    throw new Refusal('bad_request', {
      fields: { size_mm: fillSentence('Too large for {paper}', { paper }) },
    })
  const names = await readNames(ctx)
  const { markers, all } = await readMarkers(ctx, query, names)
  const draw = (as: 'svg' | 'pdf' | 'zip') =>
    streamWork(inThread(ctx, { as, markers, all, names: namesFor(names), paper }))
  switch (query.format) {
    case 'svg':
      return attached('image/svg+xml', 'qr-sheet.svg', await draw('svg'))
    case 'png': {
      const png = sharp(await buffer(await draw('svg')), { density: PNG_DPI })
      return attached('image/png', 'qr-sheet.png', await png.png({ palette: true, colours: 16 }).toBuffer())
    }
    case 'pdf':
      return attached('application/pdf', 'qr-sheets.pdf', await draw('pdf'))
    case 'zip':
      return attached('application/zip', 'qr-sheets.zip', await draw('zip'))
    default: {
      const given = Object.entries({ ...query, format: 'pdf' }).filter(([, value]) => value !== undefined)
      const search = new URLSearchParams(
        given.map(([name, value]): [string, string] => [name, String(value)]),
      )
      const sheet_url = `/api/project/${project_id}/qr-code-generator?${search}`
      return { project_id, markers: await withCodes(ctx, markers), sheet_url }
    }
  }
}
