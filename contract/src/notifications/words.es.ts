import fileNotes from '../bim/file-notes.es.ts'
import { translateNote } from '../bim/file-notes.ts'
import fieldNames from '../issues/field-names.es.ts'
import type { NotificationPayload } from './notifications.ts'
import type { NotificationTexts } from './words.ts'

const said = ({ error_code: code }: NotificationPayload, message: string) =>
  translateNote(fileNotes, { code, message })
const someone = (name: string | undefined) => name ?? 'Alguien'
const toProject = (name: string | undefined) => (name ? `al proyecto «${name}»` : 'a un proyecto')
const theProject = (name: string | undefined) => (name ? `el proyecto «${name}»` : 'un proyecto')
const issue = ({ issue_number, issue_name, issue_count }: NotificationPayload) => {
  if (issue_count) return `${issue_count} incidencias`
  if (!issue_number) return 'una incidencia'
  return issue_name ? `la incidencia #${issue_number} «${issue_name}»` : `la incidencia #${issue_number}`
}

const many = (count: number, one: string, more: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`

function formatFollowed(p: NotificationPayload): string {
  const file = `${p.bim_file_header_name ?? 'Un archivo'} v${p.bim_file_variant_version ?? '?'}`
  if (p.found_percent !== undefined)
    return `${file}: solo se reencontró el ${p.found_percent} % de los elementos. ¿Es el archivo correcto?`
  const { issues = 0, stay = 0, moved = 0, found = 0, review = 0, gone = 0 } = p.followed ?? {}
  const parts = [
    many(stay, 'sigue en su sitio', 'siguen en su sitio'),
    many(moved, 'desplazada', 'desplazadas'),
    many(found, 'reencontrada', 'reencontradas'),
    many(review, 'por revisar', 'por revisar'),
    many(gone, 'sin elemento', 'sin elemento'),
  ].filter((part) => part !== '')
  return `${file}: de ${many(issues, 'incidencia', 'incidencias')}, ${parts.join(', ')}`
}

const spanish: NotificationTexts = {
  invited: (p) => `${someone(p.from_name)} le invita ${toProject(p.project_name)}.`,
  unknown: (p) => `Hay novedades en ${theProject(p.project_name)}`,
  changed: {
    locale: 'es',
    colon: ': ',
    fields: fieldNames,
    status: {
      OPEN: 'Abierta',
      IN_PROGRESS: 'En curso',
      RESOLVED: 'Resuelta',
      REOPENED: 'Reabierta',
      CLOSED: 'Cerrada',
      VOID: 'Anulada',
    },
    priority: { LOW: 'Baja', MEDIUM: 'Media', HIGH: 'Alta', CRITICAL: 'Crítica' },
    none: 'ninguno',
    moreCount: (count) => `y ${count} más`,
  },
  messages: {
    BIM_PROCESSING_COMPLETED: (p) => {
      const { bim_file_header_name: name, bim_file_variant_version: version } = p
      const file = `${name ? `El archivo «${name}»` : 'Un archivo'}${version ? ` (versión ${version})` : ''}`
      return p.message ? `${file} no se pudo procesar: ${said(p, p.message)}` : `${file} está listo`
    },
    ISSUE_ASSIGNED: (p) => `${someone(p.by_user_name)} le ha asignado ${issue(p)}`,
    ISSUE_UNASSIGNED: (p) => `${someone(p.by_user_name)} le ha retirado ${issue(p)}`,
    ISSUE_UPDATED: (p) => `${someone(p.by_user_name)} ha modificado ${issue(p)}`,
    ISSUE_DELETED: (p) => `${someone(p.by_user_name)} ha eliminado ${issue(p)}`,
    ISSUE_COMMENT_ADDED: (p) => `${someone(p.by_user_name)} ha comentado ${issue(p)}`,
    PROJECT_MEMBER_ADDED: (p) =>
      `${someone(p.added_by_user_name)} ha añadido a ${p.added_user_name ?? 'alguien'} ${toProject(p.project_name)}`,
    USER_ADDED_TO_PROJECT: (p) =>
      `${someone(p.added_by_user_name)} le ha dado acceso ${toProject(p.project_name)}`,
    USER_REMOVED_FROM_PROJECT: (p) =>
      `${someone(p.removed_by_user_name)} le ha retirado el acceso ${toProject(p.project_name)}`,
    USER_JOINED_PROJECT: (p) => `${someone(p.added_user_name)} se ha unido ${toProject(p.project_name)}`,
    CHAT_MESSAGE: (p) =>
      p.message ? `${someone(p.from_name)}: ${p.message}` : `${someone(p.from_name)} ha enviado un archivo`,
    PROJECT_DELETED: (p) => `${someone(p.by_user_name)} ha eliminado ${theProject(p.project_name)}`,
    ISSUES_FOLLOWED: (p) => formatFollowed(p),
  },
}
export default spanish
