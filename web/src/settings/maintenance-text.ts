import { catalogue } from '../base/language.ts'

/** Texts of every page while the server is under maintenance, before and after the operator's own message. */
const english = {
  title: 'Maintenance.',
  until: (time: string) => `Expected to end ${time}.`,
  hint: 'Everything can be read; changes are possible again afterwards.',
}
export type MaintenanceText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    maintenance: MaintenanceText
  }
}

export const useMaintenanceText = catalogue('maintenance', english)
