import type { FieldNames } from './field-names.ts'

const german: FieldNames = {
  name: ['Titel', 'Titel'],
  description: ['Beschreibung', 'Beschreibung'],
  status: ['Status', 'Status'],
  type: ['Art', 'Art'],
  priority: ['Priorität', 'Priorität'],
  trade: ['Gewerk', 'Gewerk'],
  level_id: ['Geschoss', 'Geschoss'],
  section_id: ['Bauabschnitt', 'Bauabschnitt'],
  assignee_id: ['Zuständig', 'Zuständig'],
  due_date: ['Fällig', 'Fälligkeit'],
  labels: ['Labels', 'Labels'],
  stage: ['Phase', 'Phase'],
  estimate_hours: ['Aufwand (h)', 'Aufwand'],
  visibility: ['Sichtbar für', 'Sichtbarkeit'],
  watcher_ids: ['Beobachter', 'Beobachter'],
}
export default german
