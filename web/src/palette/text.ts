import { catalogue } from '../base/language.ts'

const english = {
  find: 'Search and commands',
  nothing: 'No matches',
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
  noShortcut: 'No matching shortcut',
  off: 'Single-key shortcuts are switched off in your profile. Ctrl K always works.',
  scopes: {
    anywhere: 'Anywhere',
    project: 'In a project',
    lists: 'In lists',
    board: 'The board',
    issue: 'An issue',
    writing: 'While writing',
  },
  keys: {
    palette: 'Search or run a command',
    search: 'Search this page',
    shortcuts: 'Show these shortcuts',
    projects: 'Go to projects',
    chat: 'Go to chat',
    issues: 'Go to issues',
    models: 'Go to models',
    viewer: 'Go to the 3D view',
    newIssue: 'New issue',
    move: 'Move the highlight',
    open: 'Open the highlighted row',
    select: 'Select the highlighted row',
    selectAll: 'Select all issues in the filter',
    walk: 'Move between cards',
    carry: 'Pick up or drop a card',
    status: 'Change status',
    priority: 'Change priority',
    assignee: 'Choose assignee',
    take: 'Assign to me',
    labels: 'Change labels',
    due: 'Set due date',
    undo: 'Undo my last change',
    submit: 'Send',
    close: 'Close or go back',
  },
}
export type PaletteText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    palette: PaletteText
  }
}

export const usePaletteText = catalogue('palette', english)
