import { catalogue, count } from '../base/language.ts'

/** Texts of runs that operators start over many items: conversions of older models, and indexes. */
const english = {
  run: {
    states: { RUNNING: 'Running', PAUSED: 'Paused', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
    started: (time: string) => `Started ${time}`,
    progress: 'Progress',
    of: (done: number, all: number) => `${done} of ${all}`,
    done: 'Done',
    skipped: 'Skipped',
    skippedHint: 'Deleted meanwhile, or no longer needed',
    failed: 'Failed',
    left: 'Left',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    failures: 'Failures',
    shown: (shown: number, all: number) => `The first ${shown} of ${all} failures`,
    version: (number: number) => `version ${number}`,
    isOpen: 'A run is open',
  },
  reconversion: {
    title: 'Models of an older converter',
    hint: 'Models converted by an older version of the server lack data that this version reads. They are converted again in the background, one at a time, after new uploads. Everybody keeps the old result until the new one is ready, and if a conversion fails. The same as npm run operator -- reconvert.',
    counted: (models: number, companies: number) =>
      `${count(models, 'model', 'models')} of ${count(companies, 'company', 'companies')} ${models === 1 ? 'was' : 'were'} converted by another version.`,
    none: 'All models were converted by this version.',
    unread: (models: number) => `${count(models, 'model is', 'models are')} still being looked at.`,
    converter: (name: string) => `This server: ${name}`,
    all: 'Convert all again',
    again: 'Convert again',
    companies: 'Companies with older models',
    models: (models: number) => count(models, 'model', 'models'),
    list: (company: string) => `Models of ${company}`,
    unknown: 'unknown version',
    begun: (models: number) => `${count(models, 'model waits', 'models wait')} to be converted again`,
  },
  reindex: {
    title: 'Derived data',
    hint: 'Element indexes of models, searchable words of issues and messages, and counts of issues are compared with their sources and corrected. Searches find the old rows until the new ones are ready. Runs in the background, also during maintenance. The same as npm run operator -- reindex.',
    all: 'Rebuild all',
    one: 'Rebuild',
    limit: 'Choose',
    companies: 'Companies by stored bytes',
    list: (company: string) => `Projects of ${company}`,
    begun: (items: number) => `${count(items, 'index waits', 'indexes wait')} to be rebuilt`,
    differed: (rows: number) =>
      `${count(rows, 'row', 'rows')} differed from ${rows === 1 ? 'its source and was' : 'their sources and were'} corrected.`,
    same: 'No row differed from its source.',
  },
}
export type RunsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    runs: RunsText
  }
}
export const useRunsText = catalogue('runs', english)
