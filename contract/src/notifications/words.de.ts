import fileNotes from '../bim/file-notes.de.ts'
import { translateNote } from '../bim/file-notes.ts'
import fieldNames from '../issues/field-names.de.ts'
import type { NotificationPayload } from './notifications.ts'
import type { NotificationTexts } from './words.ts'

const said = ({ error_code: code }: NotificationPayload, message: string) =>
  translateNote(fileNotes, { code, message })
const someone = (name: string | undefined) => name ?? 'Jemand'
const toProject = (name: string | undefined) => (name ? `zum Projekt „${name}“` : 'zu einem Projekt')
const issue = (
  { issue_number, issue_name, issue_count }: NotificationPayload,
  article: 'ein' | 'einem' = 'ein',
) => {
  if (issue_count) return `${issue_count} Issues`
  if (!issue_number) return `${article} Issue`
  return issue_name ? `Issue #${issue_number} „${issue_name}“` : `Issue #${issue_number}`
}

const many = (count: number, one: string, more: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`

function formatFollowed(p: NotificationPayload): string {
  const file = `${p.bim_file_header_name ?? 'Eine Datei'} v${p.bim_file_variant_version ?? '?'}`
  if (p.found_percent !== undefined)
    return `${file}: Nur ${p.found_percent} % der Elemente wurden wiedergefunden. Ist das die richtige Datei?`
  const { issues = 0, stay = 0, moved = 0, found = 0, review = 0, gone = 0 } = p.followed ?? {}
  const parts = [
    many(stay, 'bleibt', 'bleiben'),
    many(moved, 'verschoben', 'verschoben'),
    many(found, 'wiedergefunden', 'wiedergefunden'),
    many(review, 'ist zu prüfen', 'sind zu prüfen'),
    many(gone, 'ohne Element', 'ohne Element'),
  ].filter((part) => part !== '')
  return `${file}: von ${many(issues, 'Issue', 'Issues')} ${parts.join(', ')}`
}

const german: NotificationTexts = {
  invited: (p) => `${someone(p.from_name)} lädt Sie ${toProject(p.project_name)} ein.`,
  unknown: (p) =>
    p.project_name
      ? `Im Projekt „${p.project_name}“ hat sich etwas geändert`
      : 'In einem Projekt hat sich etwas geändert',
  changed: {
    locale: 'de',
    colon: ': ',
    fields: fieldNames,
    status: {
      OPEN: 'Offen',
      IN_PROGRESS: 'In Arbeit',
      RESOLVED: 'Gelöst',
      REOPENED: 'Wieder offen',
      CLOSED: 'Geschlossen',
      VOID: 'Verworfen',
    },
    priority: { LOW: 'Niedrig', MEDIUM: 'Mittel', HIGH: 'Hoch', CRITICAL: 'Kritisch' },
    none: 'ohne',
    moreCount: (count) => `und ${count} weitere`,
  },
  messages: {
    BIM_PROCESSING_COMPLETED: (p) => {
      const file = `${p.bim_file_header_name ?? 'Eine Datei'}, Version ${p.bim_file_variant_version ?? '?'},`
      return p.message
        ? `${file} konnte nicht verarbeitet werden: ${said(p, p.message)}`
        : `${file} ist bereit`
    },
    ISSUE_ASSIGNED: (p) => `${someone(p.by_user_name)} hat Ihnen ${issue(p)} zugewiesen`,
    ISSUE_UNASSIGNED: (p) =>
      `${someone(p.by_user_name)} hat Ihre Zuweisung zu ${issue(p, 'einem')} aufgehoben`,
    ISSUE_UPDATED: (p) => `${someone(p.by_user_name)} hat ${issue(p)} geändert`,
    ISSUE_DELETED: (p) => `${someone(p.by_user_name)} hat ${issue(p)} gelöscht`,
    ISSUE_COMMENT_ADDED: (p) => `${someone(p.by_user_name)} hat ${issue(p)} kommentiert`,
    PROJECT_MEMBER_ADDED: (p) =>
      `${someone(p.added_by_user_name)} hat ${p.added_user_name ?? 'jemanden'} ${toProject(p.project_name)} hinzugefügt`,
    USER_ADDED_TO_PROJECT: (p) =>
      `${someone(p.added_by_user_name)} hat Sie ${toProject(p.project_name)} hinzugefügt`,
    USER_REMOVED_FROM_PROJECT: (p) =>
      `${someone(p.removed_by_user_name)} hat Sie aus ${p.project_name ? `dem Projekt „${p.project_name}“` : 'einem Projekt'} entfernt`,
    USER_JOINED_PROJECT: (p) =>
      `${someone(p.added_user_name)} ist ${p.project_name ? `dem Projekt „${p.project_name}“` : 'einem Projekt'} beigetreten`,
    CHAT_MESSAGE: (p) =>
      p.message
        ? `${someone(p.from_name)}: ${p.message}`
        : `${someone(p.from_name)} hat eine Datei geschickt`,
    PROJECT_DELETED: (p) =>
      `${someone(p.by_user_name)} hat ${p.project_name ? `das Projekt „${p.project_name}“` : 'ein Projekt'} gelöscht`,
    ISSUES_FOLLOWED: (p) => formatFollowed(p),
  },
}
export default german
