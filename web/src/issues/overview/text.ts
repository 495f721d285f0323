import { catalogue } from '../../base/language.ts'

const english = {
  overview: 'Overview',
  open: 'Open',
  overdue: 'Overdue',
  dueSoon: 'Due in 7 days',
  closedThisWeek: 'Closed this week',
  mine: 'Mine',
  openOverTime: 'Open issues over twelve weeks',
  byStatus: 'By status',
  byAssignee: 'Open by assignee',
  byLevel: 'Open by level',
  overTime: 'Opened and closed, twelve weeks',
  opened: 'Opened',
  closed: 'Closed',
  nobody: 'Nobody',
  noLevel: 'Whole building',
  models: 'Models',
  allModels: 'All models',
  noModels: 'No models yet',
  latest: 'Latest activity',
  allActivity: 'All activity',
  quiet: 'No activity yet',
  failed: 'This could not be loaded',
  begin: 'First steps',
  beginHint: 'Set up this project for everybody in it.',
  steps: {
    model: 'Upload a model',
    details: 'Add address and dates',
    issue: 'Create an issue',
    people: 'Invite people',
    levels: 'Name the levels',
  },
  done: 'done',
  timeToResolve: 'Mean time to resolve',
  timeToClose: 'Mean time to close',
  reopened: 'Reopened',
  days: (days: string) => `${days} days`,
  hours: (hours: string) => `${hours} h`,
  pace: 'Turnaround times',
}
export type OverviewText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    overview: OverviewText
  }
}

export const useOverviewText = catalogue('overview', english)
