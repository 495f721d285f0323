import { catalogue } from '../base/language.ts'

const english = {
  tabs: 'Project',
  overview: 'Overview',
  activity: 'Activity',
  issues: 'Issues',
  models: 'Models',
  viewer: '3D',
  members: 'Members',
  settings: 'Settings',
  requestAccess: 'Request access',
  archived: 'This project is archived and read-only.',
  welcome: (person: string, project: string) => `Welcome to ${project}, ${person}.`,
  invitedAs: (name: string, role: string) => `${name} invited you as: ${role}.`,
  youCan: {
    VIEWER: 'You can look at its models and issues.',
    CONTRIBUTOR: 'You can file issues and discuss them.',
    EDITOR: 'You can file and edit issues and upload models.',
    ADMIN: 'You can do everything here, and invite others.',
  },
  more: 'More',
  share: 'Share',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  codeAndQr: 'Project code and QR code',
  switchProject: 'switch project',
  allProjects: 'All projects',
  noAccess: 'You do not have access',
  noAccessHint: 'This project does not exist, or you are not a member of it.',
  toProjects: 'Go to projects',
  loadFailed: 'Could not load the project',
  tryAgain: 'Try again',
  trades: {
    ARCHITECTURE: 'Architecture',
    STRUCTURE: 'Structure',
    HVAC: 'HVAC',
    PLUMBING: 'Plumbing',
    ELECTRICAL: 'Electrical',
    FIRE_PROTECTION: 'Fire protection',
    ICT_LOW_VOLTAGE: 'ICT and low voltage',
    FACADE: 'Facade',
    INTERIOR_FITOUT: 'Interior fit-out',
    VERTICAL_TRANSPORT: 'Vertical transport',
    CIVIL_SITE: 'Civil and site',
    LANDSCAPE: 'Landscape',
    GENERAL: 'General',
  },
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

declare module '../base/language.ts' {
  interface Texts {
    projects: ProjectText
  }
}

export const useProjectText = catalogue('projects', english)
