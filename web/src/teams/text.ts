import { catalogue } from '../app/language.ts'

const english = {
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  companyTitle: 'Create your company',
  companyHint: 'Projects belong to companies. You can be in several.',
  companyName: 'Company name',
  country: 'Country',
  continue: 'Continue',
  back: 'Back',
  projectTitle: 'Your first project',
  projectHint: 'You can make more at any time.',
  projectName: 'Project name',
  createProject: 'Create the project',
  skip: 'Skip for now',
  keepCompany: (name: string) => `You are in ${name}.`,
  account: 'Company',
  general: 'General',
  name: 'Name',
  yourRole: 'Your role',
  projects: 'Projects',
  noProjects: 'This company has no project that you can see',
  noCompany: 'You are in no company',
  noCompanyHint: 'Create one to own projects.',
  createCompany: 'Create a company',
  roles: { OWNER: 'Owner', ADMIN: 'Administrator', MEMBER: 'Member' },
}

export type TeamText = typeof english
export const useTeamText = catalogue('teams', english)
