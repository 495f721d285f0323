import type { MaintenanceText } from './maintenance-text.ts'

const german: MaintenanceText = {
  title: 'Wartung.',
  until: (time) => `Voraussichtlich bis ${time}.`,
  hint: 'Lesen ist möglich, Änderungen gehen danach wieder.',
}
export default german
