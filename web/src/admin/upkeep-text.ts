import { catalogue } from '../base/language.ts'

/** Texts of what operators do with the server as a whole. */
const english = {
  maintenance: 'Maintenance',
  maintenanceCard: {
    hint: 'Refuses changes of everybody but operators, and starts no conversions, imports, mails or invoices. Reading and signing in go on. Every page shows your text.',
    text: 'What people should know',
    textHelp: 'One sentence, shown above every page',
    until: 'Expected end',
    untilHelp: 'May stay empty. Maintenance ends only when you end it.',
    past: 'This moment has passed',
    begin: 'Begin maintenance',
    save: 'Change',
    end: 'End maintenance',
    isOn: 'This server is under maintenance.',
    begun: 'Maintenance has begun',
    saved: 'Changed',
    ended: 'Maintenance has ended',
  },
}
export type UpkeepText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    upkeep: UpkeepText
  }
}
export const useUpkeepText = catalogue('upkeep', english)
