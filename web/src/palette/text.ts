import { catalogue } from '../base/language.ts'

const english = {
  find: 'Go to or do',
  nothing: 'Nothing has this name',
  recent: 'Recent',
  here: 'This project',
  issues: 'Issues',
  models: 'Models',
  people: 'People',
  projects: 'Projects',
  settings: 'Settings',
  actions: 'Actions',
  issue: (number: number) => `Issue #${number}`,
  allProjects: 'All projects',
  view3d: '3D view',
  members: 'Members',
  projectSettings: 'Project settings',
  chat: 'Chat',
  me: 'Your profile and data',
  apiAccess: 'API access',
  webhooks: 'Webhooks',
  account: 'Company settings',
  importBcf: 'Import BCF',
  exportBcf: 'Export BCF',
  newIssue: 'New issue',
  newProject: 'New project',
  join: 'Join with a code',
  light: 'Light appearance',
  dark: 'Dark appearance',
  shortcuts: 'Keyboard shortcuts',
  terms: 'Terms',
  searchShortcuts: 'Search shortcuts',
  noShortcut: 'No shortcut has this name',
  off: 'Single keys are switched off in your profile. Ctrl K always works.',
  scopes: {
    anywhere: 'Anywhere',
    project: 'In a project',
    lists: 'In lists',
    board: 'The board',
    issue: 'An issue',
    writing: 'While writing',
  },
  keys: {
    palette: 'Go to or do anything',
    search: 'Search this page',
    shortcuts: 'Show these shortcuts',
    projects: 'Go to projects',
    chat: 'Go to chat',
    issues: 'Go to issues',
    models: 'Go to models',
    viewer: 'Go to the 3D view',
    newIssue: 'New issue',
    move: 'Move the mark',
    open: 'Open the marked row',
    select: 'Select the marked row',
    selectAll: 'Select all that the filter finds',
    walk: 'Walk over the cards',
    carry: 'Pick up a card or put it down',
    status: 'Change its status',
    priority: 'Change its priority',
    assignee: 'Choose its assignee',
    take: 'Assign it to me',
    labels: 'Change its labels',
    due: 'Set when it is due',
    undo: 'Undo my last change',
    submit: 'Send what is written',
    close: 'Close or step back',
  },
}
export type PaletteText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    palette: PaletteText
  }
}

export const usePaletteText = catalogue('palette', english)
