import type { AuditEntry } from '@plumbline/contract/audit/audit'
import type { AuditKind } from '@plumbline/contract/audit/audit.rules'
import { fullName } from '../ui/person.ts'
import type { AuditFacts, AuditText } from './text.ts'

const readText = (value: unknown) => (typeof value === 'string' ? value : '')

/** The subject of the sentence: the actor, or the person refused at sign-in; operators of the server are not named. */
export function nameActor({ by, by_id, person, person_id, data }: AuditEntry, text: AuditText): string {
  if (data.by_operator === true) return text.operator
  const actor = by ?? (by_id === null ? person : null)
  if (actor) return fullName(actor)
  return by_id !== null || person_id !== null ? text.deletedAccount : text.nobody
}

function readFacts(entry: AuditEntry, text: AuditText): AuditFacts {
  const { data, person, person_id, project_id, project_name, email } = entry
  const level = readText(data.permission_level)
  const role = readText(data.role)
  const from = readText(data.from)
  const to = readText(data.to)
  const named = person
    ? fullName(person)
    : person_id === null
      ? (email ?? text.somebody)
      : text.deletedAccount
  return {
    person: named,
    project: project_name ?? (readText(data.name) || (project_id === null ? '' : text.deletedProject)),
    file: readText(data.file),
    from: text.levels[from] ?? text.teamRoles[from] ?? from,
    to: text.teamRoles[to] ?? to,
    level: text.levels[level] ?? level,
    role: text.teamRoles[role] ?? role,
    host: readText(data.host),
    program: readText(data.program),
    format: readText(data.format).toUpperCase(),
    count: typeof data.issues === 'number' ? data.issues : 0,
    method: text.methods[readText(data.method)] ?? '',
  }
}

/** The sentence of an entry after the name; the code of the kind if a newer version of the server recorded it. */
export function describeAudit(entry: AuditEntry, text: AuditText): string {
  const describe: ((facts: AuditFacts) => string) | undefined = text.acts[entry.kind as AuditKind]
  return describe?.(readFacts(entry, text)) ?? entry.kind
}

/** The changed settings of an entry: `Name: Harbour`, … */
export function listChangedSettings({ kind, data }: AuditEntry, text: AuditText): string[] {
  if (kind !== 'COMPANY_CHANGED' && kind !== 'PROJECT_CHANGED') return []
  return Object.entries(text.fields)
    .filter(([field]) => field in data)
    .map(([field, label]) => `${label}: ${text.values[String(data[field])] ?? String(data[field])}`)
}
