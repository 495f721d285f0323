import type { MaintenanceText } from './maintenance-text.ts'

const french: MaintenanceText = {
  title: 'Maintenance.',
  until: (time) => `Fin prévue : ${time}.`,
  hint: 'Tout reste lisible ; les modifications seront de nouveau possibles ensuite.',
}
export default french
