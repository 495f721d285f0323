import type { FieldNames } from './field-names.ts'

const spanish: FieldNames = {
  name: ['Título', 'título'],
  description: ['Descripción', 'descripción'],
  status: ['Estado', 'estado'],
  type: ['Tipo', 'tipo'],
  priority: ['Prioridad', 'prioridad'],
  trade: ['Especialidad', 'especialidad'],
  level_id: ['Nivel', 'nivel'],
  section_id: ['Zona', 'zona'],
  assignee_id: ['Responsable', 'responsable'],
  due_date: ['Vencimiento', 'vencimiento'],
  labels: ['Etiquetas', 'etiquetas'],
  stage: ['Fase', 'fase'],
  estimate_hours: ['Tiempo estimado (h)', 'tiempo estimado'],
  visibility: ['Visible para', 'visibilidad'],
  watcher_ids: ['Seguidores', 'seguidores'],
}
export default spanish
