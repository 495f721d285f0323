import { buffer } from 'node:stream/consumers'
import type * as api from '@plumbline/contract/markers/markers'
import type { QrMarker } from '@plumbline/contract/markers/markers'
import { computeLargestCode, type Paper } from '@plumbline/contract/markers/markers.rules'
import { reason } from '@plumbline/contract/reasons'
import sharp from 'sharp'
import type { BytesReply, Input, ProjectCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { runWork, streamWork } from '../loop/threads.ts'
import type { PlaceNames, SheetsInput } from './draw-sheets.ts'
import { drawQrSvg, type PrintedMarker } from './marker-sheet.ts'
import {
  buildScope,
  ensureMarkers,
  MAX_MARKERS,
  type MarkerPlace,
  presentMarker,
  selectActiveMarkers,
} from './markers.ts'

const DEFAULT_SIZE_MM = 150
const PNG_DPI = 200
/** up to so many codes are drawn without a worker thread, which takes longer to start */
const MAX_CODES_INLINE = 8

type Query = Input<typeof api.getQrSheets>['query']

async function readPlaceNames(ctx: ProjectCtx): Promise<PlaceNames> {
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

/** The locations of a query: the requested one, or the project with all its levels and sections. */
function listPlaces({ level_id, section_id, marker_id }: Query, { levels, sections }: PlaceNames) {
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

/** True for the automatic marker of a deleted level or section, whose own columns are empty. */
function isOfDeletedPlace(scope: string | null, { levels, sections }: PlaceNames): boolean {
  const [level, section] = scope?.split(':') ?? []
  return Boolean((level && !levels.has(level)) || (section && !sections.has(section)))
}

/**
 * The requested markers, the location's own first, and all markers of the project, to find neighbours. Automatic markers of
 * a deleted level or section are printed without a location, so that their sheets on the walls keep working.
 */
async function readMarkers(ctx: ProjectCtx, query: Query, names: PlaceNames) {
  await ensureMarkers(ctx, listPlaces(query, names))
  const rows = await selectActiveMarkers(ctx.tx, ctx.member.project_id)
    .orderBy('created_at')
    .limit(MAX_MARKERS)
    .execute()
  const nameOf = ({ level_id, section_id }: MarkerPlace) =>
    (section_id && names.sections.get(section_id)?.name) ||
    (level_id && names.levels.get(level_id)?.name) ||
    names.project
  const present = (row: (typeof rows)[number]): PrintedMarker => {
    const url = `${ctx.config.publicUrl}/q/${row.id}`
    const label = row.label || nameOf(row)
    return { ...presentMarker(row), label, size_mm: query.size_mm ?? DEFAULT_SIZE_MM, url }
  }
  const requested = rows.filter((row) =>
    query.marker_id
      ? row.id === query.marker_id
      : !isOfDeletedPlace(row.scope, names) &&
        (!query.level_id || row.level_id === query.level_id) &&
        (!query.section_id || row.section_id === query.section_id),
  )
  const own = buildScope({ level_id: query.level_id ?? null, section_id: query.section_id ?? null })
  const markers = requested
    .sort((a, b) => Number(b.scope === own) - Number(a.scope === own))
    .map((row) => present(row))
  if (markers.length === 0) throw new Refusal('not_found')
  return { markers, all: rows.map((row) => present(row)) }
}

function buildAttachmentReply(type: string, name: string, body: BytesReply['body']): BytesReply {
  return { body, type, headers: { 'content-disposition': `attachment; filename="${name}"` } }
}

const buildThreadTask = (ctx: ProjectCtx, input: SheetsInput) => ({
  module: new URL('./draw-sheets.ts', import.meta.url),
  input,
  by: ctx.actor.user_id,
  signal: ctx.http.signal,
})

async function drawCodes(ctx: ProjectCtx, markers: PrintedMarker[]): Promise<QrMarker[]> {
  const urls = markers.map(({ url }) => url)
  const codes =
    urls.length <= MAX_CODES_INLINE
      ? urls.map(drawQrSvg)
      : (await runWork<string[]>(buildThreadTask(ctx, { as: 'codes', urls }))).flat()
  return markers.map((marker, index) => ({ ...marker, svg: codes[index] ?? '' }))
}

/** Markers as JSON, or their sheets as a file. */
export async function getQrSheets(ctx: ProjectCtx, { query }: Input<typeof api.getQrSheets>) {
  const { project_id } = ctx.member
  const paper: Paper = query.paper ?? 'A4'
  const size_mm = query.size_mm ?? DEFAULT_SIZE_MM
  if (size_mm > computeLargestCode(paper))
    throw new Refusal('bad_request', {
      fields: { size_mm: reason('too_large_for_paper', { paper }) },
    })
  const names = await readPlaceNames(ctx)
  const { markers, all } = await readMarkers(ctx, query, names)
  const draw = (as: 'svg' | 'pdf' | 'zip') =>
    streamWork(buildThreadTask(ctx, { as, markers, all, names, paper }))
  switch (query.format) {
    case 'svg':
      return buildAttachmentReply('image/svg+xml', 'qr-sheet.svg', await draw('svg'))
    case 'png': {
      const png = sharp(await buffer(await draw('svg')), { density: PNG_DPI })
      return buildAttachmentReply(
        'image/png',
        'qr-sheet.png',
        await png.png({ palette: true, colours: 16 }).toBuffer(),
      )
    }
    case 'pdf':
      return buildAttachmentReply('application/pdf', 'qr-sheets.pdf', await draw('pdf'))
    case 'zip':
      return buildAttachmentReply('application/zip', 'qr-sheets.zip', await draw('zip'))
    default: {
      const parameters = Object.entries({ ...query, format: 'pdf' }).filter(
        ([, value]) => value !== undefined,
      )
      const search = new URLSearchParams(
        parameters.map(([name, value]): [string, string] => [name, String(value)]),
      )
      const sheet_url = `/api/project/${project_id}/qr-code-generator?${search}`
      return { project_id, markers: await drawCodes(ctx, markers), sheet_url }
    }
  }
}
