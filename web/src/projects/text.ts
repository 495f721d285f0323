import { catalogue } from '../app/language.ts'

const english = {
  tabs: 'Project',
  issues: 'Issues',
  models: 'Models',
  viewer: '3D',
  members: 'Members',
  settings: 'Settings',
  requestAccess: 'Request access',
  archived: 'This project is archived: it can be read, and changed by nobody.',
  more: 'More',
  share: 'Share',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  codeAndQr: 'Project code and QR',
  switchProject: 'switch project',
  allProjects: 'All projects',
  noAccess: 'You do not have access',
  noAccessHint: 'This project does not exist, or you are not a member of it.',
  toProjects: 'Go to projects',
  loadFailed: 'This could not be loaded',
  tryAgain: 'Try again',
  roles: {
    OWNER: 'Owner',
    PROJECT_MANAGER: 'Project manager',
    ARCHITECT: 'Architect',
    STRUCTURAL_ENGINEER: 'Structural engineer',
    MEP_ENGINEER: 'MEP engineer',
    BIM_COORDINATOR: 'BIM coordinator',
    GENERAL_CONTRACTOR: 'General contractor',
    SITE_MANAGER: 'Site manager',
    SUBCONTRACTOR: 'Subcontractor',
    QUALITY_SAFETY: 'Quality and safety',
    SURVEYOR: 'Surveyor',
    FACILITY_MANAGER: 'Facility manager',
    OTHER: 'Other',
  },
  levels: { VIEWER: 'Viewer', CONTRIBUTOR: 'Contributor', EDITOR: 'Editor', ADMIN: 'Administrator' },
}
export type ProjectText = typeof english

export const useProjectText = catalogue('projects', english)
