import type { FieldNames } from './field-names.ts'

const french: FieldNames = {
  name: ['Titre', 'titre'],
  description: ['Description', 'description'],
  status: ['Statut', 'statut'],
  type: ['Type', 'type'],
  priority: ['Priorité', 'priorité'],
  trade: ['Corps d’état', 'corps d’état'],
  level_id: ['Niveau', 'niveau'],
  section_id: ['Zone', 'zone'],
  assignee_id: ['Responsable', 'responsable'],
  due_date: ['Échéance', 'échéance'],
  labels: ['Étiquettes', 'étiquettes'],
  stage: ['Phase', 'phase'],
  estimate_hours: ['Temps estimé (h)', 'temps estimé'],
  visibility: ['Visible par', 'visibilité'],
  watcher_ids: ['Suivi par', 'suivi par'],
}
export default french
