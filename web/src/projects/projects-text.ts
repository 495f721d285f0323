import { catalogue, count } from '../app/language.ts'

const english = {
  title: 'Projects',
  search: 'Search projects',
  which: 'Which projects',
  all: 'All projects',
  current: 'Of the current company',
  archived: 'Archived',
  sort: 'Sort',
  recent: 'Newest first',
  byName: 'By name',
  newProject: 'New project',
  name: 'Name',
  address: 'Address',
  start: 'Start',
  end: 'End',
  create: 'Create project',
  cancel: 'Cancel',
  mineOpen: (mine: number, all: number) => `${mine} of ${count(all, 'open issue', 'open issues')} yours`,
  noOpen: 'No open issues',
  models: (number: number) => count(number, 'model', 'models'),
  members: (number: number) => count(number, 'member', 'members'),
  none: 'No projects yet',
  noneHint: 'A project holds models, the issues on them and the people who work on both.',
  noMatch: 'No project matches',
  clear: 'Clear filters',
  failed: 'The projects could not be loaded',
  tryAgain: 'Try again',
  demo: 'Demo',
  noCompany: 'Create a company first: projects belong to companies',
}

export type ProjectsText = typeof english
export const useProjectsText = catalogue('projectList', english)
