import { levelAtLeast, type PermissionLevel } from '../roles.ts'
import type { cdeStates, Header, headerTypes, Variant } from './bim.ts'

/** Pure rules of files that the server and the browser share. */

export type HeaderType = (typeof headerTypes)[number]

export interface ModelFileKind {
  type_of: HeaderType
  /** media type of the bytes */
  media: string
}

/** Whether what can be seen of a version is its first storey only, because the rest is being processed. */
export const isFirstStorey = ({ state, artefacts_key }: Pick<Variant, 'state' | 'artefacts_key'>): boolean =>
  state === 'PROCESSING' && artefacts_key !== null

/** The version in which a model is looked at: the current one, else what can be seen of its first one already. */
export function findShownVersion({ current, latest }: Pick<Header, 'current' | 'latest'>): Variant | null {
  return current ?? (latest && isFirstStorey(latest) ? latest : null)
}

/** What is published is published, changed, withdrawn and deleted by administrators only. */
export function mayChangeVersion(level: PermissionLevel, state: (typeof cdeStates)[number]): boolean {
  return levelAtLeast(level, state === 'PUBLISHED' ? 'ADMIN' : 'EDITOR')
}

/** What may be uploaded, by the ending of its name; the content is checked against it. */
export const fileKinds = {
  ifc: { type_of: 'MODEL', media: 'application/x-step' },
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

/** The ending of a file's name when files of this kind are taken, or null. */
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

/** How a version is looked at: in the viewer, as a drawing, as a mesh, or only after downloading it. */
export function findDisplayKind(fileName: string): 'MODEL' | 'PDF' | 'PICTURE' | 'MESH' | null {
  const ending = findEnding(fileName)
  if (!ending) return null
  if (fileKinds[ending].type_of === 'MODEL') return 'MODEL'
  if (ending === 'pdf') return 'PDF'
  if (ending === 'glb') return 'MESH'
  return ['png', 'jpg', 'jpeg', 'svg'].includes(ending) ? 'PICTURE' : null
}
