import { type Reason, reason } from '../reasons.ts'
import { isLevelAtLeast, type PermissionLevel } from '../roles.ts'
import type { cdeStates, Header, headerTypes, Variant } from './bim.ts'

/** Pure rules of files, shared by server and browser. */

export type HeaderType = (typeof headerTypes)[number]

export interface ModelFileKind {
  type_of: HeaderType
  /** media type of the bytes */
  media: string
}

/** Whether only the first storey of a version is visible, because the rest is being processed. */
export const isFirstStorey = ({ state, artefacts_key }: Pick<Variant, 'state' | 'artefacts_key'>): boolean =>
  state === 'PROCESSING' && artefacts_key !== null

/** The version to show: the current one, else the first version once its first storey is visible. */
export function findShownVersion({ current, latest }: Pick<Header, 'current' | 'latest'>): Variant | null {
  return current ?? (latest && isFirstStorey(latest) ? latest : null)
}

/** Published versions are changed and deleted, and versions published, by administrators only. */
export function mayChangeVersion(level: PermissionLevel, state: (typeof cdeStates)[number]): boolean {
  return isLevelAtLeast(level, state === 'PUBLISHED' ? 'ADMIN' : 'EDITOR')
}

/** Accepted file kinds by extension; the content is checked against it. */
export const fileKinds = {
  ifc: { type_of: 'MODEL', media: 'application/x-step' },
  ifcxml: { type_of: 'MODEL', media: 'application/octet-stream' },
  ifczip: { type_of: 'MODEL', media: 'application/zip' },
  pdf: { type_of: 'DRAWING', media: 'application/pdf' },
  png: { type_of: 'DRAWING', media: 'image/png' },
  jpg: { type_of: 'DRAWING', media: 'image/jpeg' },
  jpeg: { type_of: 'DRAWING', media: 'image/jpeg' },
  svg: { type_of: 'DRAWING', media: 'image/svg+xml' },
  dxf: { type_of: 'DRAWING', media: 'image/vnd.dxf' },
  las: { type_of: 'POINT_CLOUD', media: 'application/vnd.las' },
  laz: { type_of: 'POINT_CLOUD', media: 'application/vnd.laszip' },
  e57: { type_of: 'POINT_CLOUD', media: 'application/octet-stream' },
  ply: { type_of: 'POINT_CLOUD', media: 'application/octet-stream' },
  glb: { type_of: 'REFERENCE', media: 'model/gltf-binary' },
  obj: { type_of: 'REFERENCE', media: 'model/obj' },
} as const satisfies Record<string, ModelFileKind>

export type Ending = keyof typeof fileKinds
export const endings = Object.keys(fileKinds) as Ending[]

/** The extension of a file name if it is accepted, else null. */
export function findEnding(fileName: string): Ending | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') && ending in fileKinds ? (ending as Ending) : null
}

export function typeOfFile(fileName: string): HeaderType | null {
  const ending = findEnding(fileName)
  return ending && fileKinds[ending].type_of
}

export const endingsOfType = (type: HeaderType): Ending[] =>
  endings.filter((ending) => fileKinds[ending].type_of === type)

/** The display of a file: viewer, PDF, picture or mesh; null for download only. */
export function findDisplayKind(fileName: string): 'MODEL' | 'PDF' | 'PICTURE' | 'MESH' | null {
  const ending = findEnding(fileName)
  if (!ending) return null
  if (fileKinds[ending].type_of === 'MODEL') return 'MODEL'
  if (ending === 'pdf') return 'PDF'
  if (ending === 'glb') return 'MESH'
  return ['png', 'jpg', 'jpeg', 'svg'].includes(ending) ? 'PICTURE' : null
}

/** Formats that people take for models, each with the way to one that is read. */
const otherFormats: Record<string, Reason> = {
  rvt: reason('revit_file'),
  dwg: reason('autocad_file'),
  ifcx: reason('ifcx_file'),
  zip: reason('zip_file'),
  json: reason('json_file'),
}

/** Advice for a file of a known format that is not accepted, by its extension; null for all other files. */
export function findWayOut(fileName: string): Reason | null {
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(otherFormats, ending) ? (otherFormats[ending] ?? null) : null
}
