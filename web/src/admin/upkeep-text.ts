import { catalogue } from '../base/language.ts'

/** Texts of operators' tasks for the whole server. */
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
  storeCheck: {
    title: 'Stored files',
    hint: 'Checks that every file named in the database (models, attachments, chat, pictures) is stored, and counts stored files that are not. Runs in the background, also during maintenance. The same as npm run operator -- check.',
    withSums: 'Read every file and compare checksums',
    withSumsHint: 'Takes as long as reading the whole store',
    start: 'Check now',
    cancel: 'Cancel',
    csv: 'Export as CSV',
    started: (time: string) => `Started ${time}`,
    sums: 'with checksums',
    checked: 'Files checked',
    missing: 'Missing',
    damaged: 'Damaged',
    withoutRow: 'Without a row',
    inOrder: 'All files that rows name are stored.',
    shown: (shown: number, all: number) => `The first ${shown} of ${all} findings`,
    findings: 'Findings',
    states: { RUNNING: 'Running', COMPLETED: 'Completed', CANCELLED: 'Cancelled', FAILED: 'Failed' },
    kinds: {
      MISSING: 'Missing',
      WRONG_SIZE: 'Wrong size',
      WRONG_SUM: 'Wrong contents',
      WITHOUT_ROW: 'Without a row',
    },
  },
}
export type UpkeepText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    upkeep: UpkeepText
  }
}
export const useUpkeepText = catalogue('upkeep', english)
