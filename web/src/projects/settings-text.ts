import { catalogue } from '../base/language.ts'

const english = {
  title: 'Project settings',
  general: 'General',
  name: 'Name',
  code: 'Code',
  codeHelp: 'Your company’s own project number',
  description: 'Description',
  address: 'Address',
  country: 'Country',
  timezone: 'Time zone',
  timezoneHelp: 'Determines when issues become overdue',
  start: 'Start',
  end: 'End',
  units: 'Units',
  unitNames: { METRIC: 'Metric', IMPERIAL: 'Imperial' },
  scope: 'Issues contributors can see',
  scopeHelp: 'Editors and administrators see all issues that are not private to others.',
  scopeNames: {
    ALL: 'All issues',
    OWN_COMPANY: 'Issues of their own company, and those they are involved in',
  },
  save: 'Save',
  picture: 'Picture',
  pictureHint: 'Shown in project lists. Without a picture, the first model is shown.',
  changePicture: 'Change picture',
  levels: 'Levels',
  levelsHint: 'Storeys come from the models. Add missing ones.',
  noLevels: 'No levels yet',
  level: 'Level',
  elevation: 'Elevation',
  addLevel: 'Add level',
  editLevel: (name: string) => `Edit level ${name}`,
  deleteLevel: (name: string) => `Delete level ${name}`,
  deleteLevelTitle: 'Delete level',
  deleteLevelHint: (name: string) => `Models and issues on ${name} are kept, without a level.`,
  sections: 'Sections',
  sectionsHint: 'Zones or parts of the building, for models and issues.',
  noSections: 'No sections yet',
  section: 'Section',
  color: 'Colour',
  addSection: 'Add section',
  editSection: (name: string) => `Edit section ${name}`,
  deleteSection: (name: string) => `Delete section ${name}`,
  deleteSectionTitle: 'Delete section',
  deleteSectionHint: (name: string) => `Models and issues in ${name} are kept, without a section.`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  sameName: 'This name is already in use',
  danger: 'Danger zone',
  archive: 'Archive project',
  archiveHint: 'The project becomes read-only. Everyone can still view and export it.',
  unarchive: 'Reactivate project',
  unarchiveHint: 'Everyone can work on it again.',
  delete: 'Delete project',
  deleteHint: 'Moves the project to the trash. Administrators can restore it for 30 days.',
  restricted: 'You do not have access',
  restrictedHint: 'Editors can change levels and sections, administrators all settings.',
}
export type ProjectSettingsText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    projectSettings: ProjectSettingsText
  }
}

export const useProjectSettingsText = catalogue('projectSettings', english)
