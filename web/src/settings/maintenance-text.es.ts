import type { MaintenanceText } from './maintenance-text.ts'

const spanish: MaintenanceText = {
  title: 'Mantenimiento.',
  until: (time) => `Fin previsto: ${time}.`,
  hint: 'Se puede leer todo; después se podrán hacer cambios de nuevo.',
}
export default spanish
